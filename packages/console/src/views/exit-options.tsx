import type { ExitOption, ExitOptionsAnswer } from '@staking-agent/sdk';
import { Column } from '../parts/column.tsx';
import { EpochMoment } from '../parts/moment.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { confirmCall } from '../state/confirm-call.ts';
import type { Intent } from '../state/intent.ts';
import { addAmounts } from '../state/money.ts';

const PATHS: Readonly<Record<ExitOption['path'], string>> = {
  instant: 'At once',
  slow: 'Slowly, as a stake account',
  deactivate: 'Deactivate, then withdraw',
  withdraw: 'Withdraw',
  'instant-then-instant': 'At once, in two steps',
};

type Way = { readonly option: ExitOption; readonly answer: ExitOptionsAnswer; readonly back: Intent['back'] };

/** The ways out as a table: what each pays, costs and takes. */
export function ExitOptions({ answer, back }: Omit<Way, 'option'>) {
  return (
    <div class="scroll panel">
      <table class="cards">
        <thead>
          <tr>
            <Column>Way</Column>
            <Column isNumber>Pays</Column>
            <Column isNumber>Fees</Column>
            <Column>When</Column>
            <Column isNumber>Haste costs</Column>
            <Column>
              <span class="hidden">Choose</span>
            </Column>
          </tr>
        </thead>
        <tbody>
          {answer.options.map((each) => (
            <Row key={each.path} option={each} answer={answer} back={back} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ option, answer, back }: Way) {
  const { path, via, transactions, receive, costs, availableAt, costOfHaste, rewards } = option;
  const gone = costs.filter(({ isRefundable }) => !isRefundable);
  return (
    <tr>
      <th scope="row">
        {PATHS[path]}
        <div class="row">
          {answer.fastest === path && <span class="tag">fastest</span>}
          {answer.cheapest === path && <span class="tag good">pays most</span>}
        </div>
        <small class="dim">
          {via === null ? '' : `${via} · `}
          {transactions === 1 ? '1 signature' : `${transactions} signatures`}
        </small>
      </th>
      <td class="number" data-label="Pays">
        {receive === null ? (
          '–'
        ) : (
          <>
            about <Quantity of={receive.expected} />
            <div>
              <small class="dim">
                {receive.atLeast === null ? (
                  'no minimum'
                ) : (
                  <>
                    at least <Quantity of={receive.atLeast} />
                  </>
                )}
              </small>
            </div>
          </>
        )}
        {rewards !== null && (
          <div>
            <small class="dim">
              and rewards of about <Quantity of={rewards} />
            </small>
          </div>
        )}
      </td>
      <td class="number" data-label="Fees">
        <span class="money">{addAmounts(gone)}</span>
      </td>
      <td data-label="When">{availableAt === null ? 'now' : <EpochMoment of={availableAt} />}</td>
      <td class="number" data-label="Haste costs">
        {costOfHaste === null ? '–' : <Quantity of={costOfHaste} />}
        {costOfHaste?.perYearPercent != null && (
          <div>
            <small class="dim">{costOfHaste.perYearPercent} % a year</small>
          </div>
        )}
      </td>
      <td>
        <Choose option={option} back={back} />
      </td>
    </tr>
  );
}

function Choose({ option: { isAvailable, problem, next, path }, back }: Omit<Way, 'answer'>) {
  const [first, ...then] = next;
  if (!isAvailable || first === undefined)
    return <span class="warn">{problem?.detail ?? 'not possible now'}</span>;
  return (
    <button
      type="button"
      class="primary"
      aria-label={`Choose: ${PATHS[path]}`}
      onClick={() => confirmCall(first, back, then)}
    >
      Choose
    </button>
  );
}
