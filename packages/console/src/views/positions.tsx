import type {
  PositionsAnswer,
  ReceiptPosition,
  StakePosition,
  StrategyKey,
  SuggestedCall,
} from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { ActionButton, Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Address, Column, EpochMoment, Moment, Quantity, sayEpochEnd } from '../parts/values.tsx';
import { describeCall, findOperation, nameCall, nameStrategy, toSol } from '../state/calls.ts';
import { ledgerChanges, noteLedgerChange, readHistory, readPositions } from '../state/clock.ts';
import type { Row } from '../state/money.ts';
import { confirmCall, hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { frameWords, moneyWords, timeWords, warningWords } from '../words.ts';
import { Earnings, type Position } from './earnings.tsx';
import { WalletChoice } from './wallet.tsx';

/** Shows what a wallet has staked, what it is worth, and what can be done now and next. */
export function Positions(_: ViewProps) {
  const address = wallet.value?.address;
  return (
    <>
      <div class="row">
        <Heading>{frameWords.titles.positions}</Heading>
        <span class="grow" />
        {address !== undefined && <ActionButton run={noteLedgerChange}>{moneyWords.refresh}</ActionButton>}
      </div>
      {address === undefined ? <WalletChoice /> : <Held address={address} />}
    </>
  );
}

function Held({ address }: { readonly address: string }) {
  const [pages, setPages] = useState(1);
  const { value, error } = useLoaded(
    () => readPositions(address, pages),
    [address, pages, ledgerChanges.value],
  );
  return (
    <>
      <ProblemNote error={error} />
      {value === undefined && error === undefined && <p class="dim">{moneyWords.reading}</p>}
      {value !== undefined && <List answer={value} address={address} showMore={() => setPages(pages + 1)} />}
    </>
  );
}

function List({
  answer,
  address,
  showMore,
}: {
  readonly answer: PositionsAnswer;
  readonly address: string;
  readonly showMore: () => void;
}) {
  const { positions, totals, isComplete, nextCursor } = answer;
  const history = useLoaded(() => readHistory(address), [address, ledgerChanges.value]);
  const strategies = [...new Set(positions.map((each) => each.strategy))];
  return (
    <>
      {!isComplete && (
        <div class="note warn" role="alert">
          <p>{moneyWords.incomplete}</p>
        </div>
      )}
      {positions.length === 0 && isComplete && (
        <p>
          {moneyWords.nothing} <a href={hrefOf('strategies')}>{frameWords.titles.strategies}</a>
        </p>
      )}
      {positions.length > 0 && (
        <div class="row totals">
          <span class="dim">{moneyWords.total}</span>
          {totals.map((each) => (
            <span key={each.asset} class="figure">
              <Quantity of={each} />
            </span>
          ))}
        </div>
      )}
      {isComplete && history.isLoading === false && history.value === undefined && positions.length > 0 && (
        <p class="dim">{moneyWords.noHistory}</p>
      )}
      {strategies.map((strategy) => (
        <Holding
          key={strategy}
          strategy={strategy}
          positions={positions.filter((each) => each.strategy === strategy)}
          rows={isComplete && nextCursor === null ? history.value : undefined}
        />
      ))}
      {nextCursor !== null && (
        <p class="row">
          <span class="warn">{moneyWords.more(String(positions.length))}</span>
          <button type="button" onClick={showMore}>
            {moneyWords.showMore}
          </button>
        </p>
      )}
      {positions.length > 0 && <Calendar positions={positions} address={address} />}
    </>
  );
}

/** One strategy: what is in it, how that went, and each position with what can be done. */
function Holding({
  strategy,
  positions,
  rows,
}: {
  readonly strategy: StrategyKey;
  readonly positions: readonly Position[];
  readonly rows: readonly Row[] | undefined;
}) {
  return (
    <section class="panel" aria-labelledby={`strategy-${strategy}`}>
      <h2 id={`strategy-${strategy}`} class="flush">
        {nameStrategy(strategy)}
      </h2>
      <Earnings strategy={strategy} positions={positions} rows={rows} />
      <div class="grid loose">
        {positions.map((each) => (
          <PositionCard key={each.id} position={each} isSole={positions.length === 1} />
        ))}
      </div>
    </section>
  );
}

/** How each state is marked. */
const MARKS: Readonly<Record<Position['state'], 'good' | 'warn' | 'dim'>> = {
  active: 'good',
  withdrawable: 'good',
  claimable: 'good',
  activating: 'warn',
  deactivating: 'warn',
  requested: 'warn',
  undelegated: 'dim',
};

/** One position: what it is worth, what happens to it next, and what can be done with it. */
function PositionCard({
  position,
  isSole,
}: {
  readonly position: Position;
  /** True if the strategy has no other: its worth is said already. */
  readonly isSole: boolean;
}) {
  const { id, state, value, warnings } = position;
  return (
    <article class="part" aria-labelledby={`position-${id}`}>
      <div class="row">
        <h3 id={`position-${id}`} class="flush">
          {isSole ? moneyWords.can : <Quantity of={value} />}
        </h3>
        <span class={`tag ${MARKS[state]}`}>{moneyWords.states[state]}</span>
      </div>
      <Upcoming of={position} />
      {warnings.map(({ code, detail }) => (
        <div key={code} class="note warn">
          <p>{warningWords[code] ?? detail}</p>
        </div>
      ))}
      <Calls of={position} />
      <details>
        <summary>{moneyWords.details}</summary>
        {'stakeAccount' in position ? <StakeDetails of={position} /> : <ReceiptDetails of={position} />}
      </details>
    </article>
  );
}

/** The next thing that happens to a position by itself. */
function Upcoming({ of }: { readonly of: Position }) {
  const { state } = of;
  if (state === 'activating') {
    const when = sayEpochEnd() ?? timeWords.afterEpoch;
    return <p>{moneyWords.startsEarning(when)}</p>;
  }
  if (state === 'withdrawable' || state === 'claimable') return <p class="good">{moneyWords.ready}</p>;
  if (state !== 'deactivating' && state !== 'requested') return null;
  return (
    <p>
      {moneyWords.readyAt} <When of={of} />.
    </p>
  );
}

function StakeDetails({ of }: { readonly of: StakePosition }) {
  const { id, parts, activationEpoch, deactivationEpoch, authorities } = of;
  const lamports = (text: string) => <Quantity of={toSol(BigInt(text))} rounds="not" />;
  return (
    <dl class="facts">
      <dt>{moneyWords.account}</dt>
      <dd class="mono">{id}</dd>
      <dt>{moneyWords.staked}</dt>
      <dd>{lamports(parts.delegated)}</dd>
      <dt>{moneyWords.earnsNow}</dt>
      <dd>{lamports(parts.effective)}</dd>
      <dt>{moneyWords.aside}</dt>
      <dd>{lamports(parts.rentReserve)}</dd>
      {parts.surplus !== '0' && (
        <>
          <dt>{moneyWords.beside}</dt>
          <dd>{lamports(parts.surplus)}</dd>
        </>
      )}
      {activationEpoch !== null && (
        <>
          <dt>{moneyWords.since}</dt>
          <dd>{activationEpoch}</dd>
        </>
      )}
      {deactivationEpoch !== null && (
        <>
          <dt>{moneyWords.left}</dt>
          <dd>{deactivationEpoch}</dd>
        </>
      )}
      {authorities.lockup !== null && (
        <>
          <dt>{moneyWords.lock}</dt>
          <dd class="warn">{moneyWords.locked(authorities.lockup.epoch)}</dd>
        </>
      )}
    </dl>
  );
}

function ReceiptDetails({ of: { id, receipt, rate, value } }: { readonly of: ReceiptPosition }) {
  return (
    <dl class="facts">
      <dt>{moneyWords.held}</dt>
      <dd>
        <Quantity of={receipt} rounds="not" />
      </dd>
      <dt>{moneyWords.rate(receipt.asset)}</dt>
      <dd>
        <Quantity of={{ amount: rate, asset: value.asset }} />
      </dd>
      <dt>{moneyWords.account}</dt>
      <dd class="mono">{id}</dd>
    </dl>
  );
}

/** Leads to the transaction of a call; a split asks first how much. */
function CallButton({ call }: { readonly call: SuggestedCall }) {
  const { stakeAccount, amount } = call.body;
  if (findOperation(call) === 'split' && typeof stakeAccount === 'string') {
    return (
      <a class="button" href={hrefOf('split', stakeAccount, typeof amount === 'string' ? amount : '')}>
        {moneyWords.split}
      </a>
    );
  }
  return (
    <button type="button" onClick={() => confirmCall(call, ['positions'])}>
      {nameCall(call)}
    </button>
  );
}

/** One button for each call of `next`; what it would do is said beside it, and shown before anything is signed. */
function Calls({ of }: { readonly of: Position }) {
  const { next, strategy } = of;
  const possible = next.filter((each) => findOperation(each) !== undefined);
  const account = 'stakeAccount' in of ? [of.stakeAccount] : [];
  return (
    <ul class="calls">
      <li>
        <a class="button primary" href={hrefOf('exit', strategy, ...account)}>
          {moneyWords.ways}
        </a>
      </li>
      {possible.map((call) => (
        <li key={nameCall(call)}>
          <CallButton call={call} />
          <small class="dim">
            {describeCall(call)}{' '}
            {call.availableAt !== undefined && (
              <>
                {moneyWords.possible} <EpochMoment of={call.availableAt} />.
              </>
            )}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** Lists the dates of withdrawals, the soonest first. */
function Calendar({
  positions,
  address,
}: {
  readonly positions: readonly Position[];
  readonly address: string;
}) {
  const waiting = positions.filter(isWaiting).toSorted((a, b) => readBegin(a).localeCompare(readBegin(b)));
  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar">{moneyWords.calendar}</h2>
      {waiting.length === 0 ? (
        <p>{moneyWords.noDates}</p>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <Column>{moneyWords.when}</Column>
                <Column isNumber>{moneyWords.amount}</Column>
                <Column>{moneyWords.where}</Column>
              </tr>
            </thead>
            <tbody>
              {waiting.map((each) => (
                <tr key={each.id}>
                  <td>
                    <When of={each} />
                  </td>
                  <td class="number">
                    <Quantity of={each.value} />
                  </td>
                  <td>
                    {nameStrategy(each.strategy)} <Address of={each.id} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <a href={`${getSession().root}/api/v1/wallets/${address}/calendar.ics`}>{moneyWords.calendarFile}</a>
      </p>
    </section>
  );
}

function When({ of }: { readonly of: Position }) {
  if (of.state === 'withdrawable' || of.state === 'claimable') return <b class="good">{timeWords.now}</b>;
  if ('stakeAccount' in of) return of.availableAt && <EpochMoment of={of.availableAt} />;
  return of.claimableAt === undefined ? null : <Moment of={of.claimableAt} />;
}

function isWaiting({ state }: Position): boolean {
  return ['deactivating', 'withdrawable', 'requested', 'claimable'].includes(state);
}

/** Text that sorts by time; what can be had now comes first. */
function readBegin(position: Position): string {
  if ('stakeAccount' in position) return position.availableAt?.earliest ?? '';
  return position.state === 'claimable' ? '' : (position.claimableAt ?? '');
}
