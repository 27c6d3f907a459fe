import type { ExitOption, ExitOptionsAnswer, ExitOptionsBody, StrategyKey } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { AmountField, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Column, EpochMoment, Quantity } from '../parts/values.tsx';
import { addAmounts, findAmountFault, findAssets, showAsset } from '../state/calls.ts';
import { ledgerChanges } from '../state/clock.ts';
import { confirmCall, hrefOf, type Intent, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { WalletChoice } from './wallet.tsx';

/** Every way out of a position side by side. */
export function Exit({ params: [strategy = '', stakeAccount] }: ViewProps) {
  const address = wallet.value?.address;
  const asset = findAssets(strategy)?.exit;
  const counted = asset == null ? undefined : showAsset(asset);
  const [typed, setTyped] = useState('max');
  const [asked, setAsked] = useState('max');
  const fault = counted && findAmountFault(typed, counted.decimals);
  const submit = (event: Event) => {
    event.preventDefault();
    if (fault === undefined && typed !== '') setAsked(typed);
  };
  return (
    <>
      <h1>
        Ways out of {strategy}
        {stakeAccount !== undefined && <span class="mono"> {stakeAccount}</span>}
      </h1>
      {counted !== undefined && (
        <form class="panel stack" onSubmit={submit}>
          <AmountField
            label={`Amount in ${counted.symbol}`}
            amount={typed}
            onAmount={setTyped}
            fault={fault}
            hasMax
          />
          <div class="row">
            <button type="submit" disabled={fault !== undefined || typed === ''}>
              Compare for this amount
            </button>
          </div>
        </form>
      )}
      {address === undefined ? (
        <WalletChoice />
      ) : (
        <Compared address={address} strategy={strategy} stakeAccount={stakeAccount} amount={asked} />
      )}
      <a class="button" href={hrefOf('positions')}>
        Back to positions
      </a>
    </>
  );
}

function Compared({
  address,
  strategy,
  stakeAccount,
  amount,
}: {
  readonly address: string;
  readonly strategy: string;
  readonly stakeAccount: string | undefined;
  readonly amount: string;
}) {
  const { client } = getSession();
  const body: ExitOptionsBody = {
    // The service refuses what is no strategy, and says so.
    strategy: strategy as StrategyKey,
    wallet: address,
    ...(stakeAccount === undefined ? { amount } : { stakeAccount }),
  };
  const { value, error, isLoading } = useLoaded(
    () => client.exitOptions(body),
    [address, strategy, stakeAccount, amount, ledgerChanges.value],
  );
  return (
    <>
      <ProblemNote error={error} />
      {isLoading && <p class="dim">Asking what each way would pay…</p>}
      {value !== undefined && !isLoading && (
        <>
          <p>
            Of <Quantity of={value.of} />:
          </p>
          <ExitOptions
            answer={value}
            back={['exit', strategy, ...(stakeAccount === undefined ? [] : [stakeAccount])]}
          />
        </>
      )}
    </>
  );
}

const PATHS: Readonly<Record<ExitOption['path'], string>> = {
  instant: 'At once',
  slow: 'Slowly, as a stake account',
  deactivate: 'Deactivate, then withdraw',
  withdraw: 'Withdraw',
  'instant-then-instant': 'At once, in two steps',
};

type Way = { readonly option: ExitOption; readonly answer: ExitOptionsAnswer; readonly back: Intent['back'] };

/** The ways out as a table: what each pays, costs and takes. */
function ExitOptions({ answer, back }: Omit<Way, 'option'>) {
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
