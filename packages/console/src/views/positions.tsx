import type { PositionsAnswer, ReceiptPosition, StakePosition, SuggestedCall } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { ActionButton, Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Code, EpochMoment, Facts, Moment, Quantity, sayEpochEnd } from '../parts/values.tsx';
import { describeCall, findOperation, nameCall, toSol } from '../state/calls.ts';
import { ledgerChanges, noteLedgerChange, readEarned, readHistory, readPositions } from '../state/clock.ts';
import { confirmCall, hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { moneyWords, warningWords } from '../words/actions.ts';
import { frameWords, timeWords } from '../words/page.ts';
import { nameStrategy } from '../words/strategies.ts';
import { Earnings, type Holding, type Position } from './earnings.tsx';
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
  const { value: earned, error } = useLoaded(() => readEarned(address), [address, ledgerChanges.value]);
  const { value: rows } = useLoaded(() => readHistory(address), [address, ledgerChanges.value]);
  const past = earned?.filter(({ earned: sum }) => sum !== null) ?? [];
  const isLacking = error !== undefined || (earned !== undefined && past.length < earned.length);
  const strategies = new Set([...positions, ...past].map((each) => each.strategy));
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
        <div class="row">
          <span class="dim">{moneyWords.total}</span>
          {totals.map((each) => (
            <span key={each.asset} class="figure">
              <Quantity of={each} />
            </span>
          ))}
        </div>
      )}
      {isLacking && <p class="dim">{moneyWords.noHistory}</p>}
      {[...strategies].map((strategy) => (
        <InStrategy
          key={strategy}
          strategy={strategy}
          positions={positions.filter((each) => each.strategy === strategy)}
          earned={earned?.find((each) => each.strategy === strategy)}
          rows={rows}
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
      {positions.length > 0 && (
        <p>
          <a href={`${getSession().root}/api/v1/wallets/${address}/calendar.ics`}>
            {moneyWords.calendarFile}
          </a>
        </p>
      )}
    </>
  );
}

/** One strategy: what is in it, how that went, and each position with what can be done. */
function InStrategy(holding: Holding) {
  const { strategy, positions } = holding;
  return (
    <section class="panel" aria-labelledby={`strategy-${strategy}`}>
      <h2 id={`strategy-${strategy}`} class="flush">
        {nameStrategy(strategy)}
      </h2>
      <Earnings {...holding} />
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
      {moneyWords.readyAt}{' '}
      {'stakeAccount' in of
        ? of.availableAt && <EpochMoment of={of.availableAt} />
        : of.claimableAt && <Moment of={of.claimableAt} />}
      .
    </p>
  );
}

function StakeDetails({ of }: { readonly of: StakePosition }) {
  const { id, parts, activationEpoch, deactivationEpoch, authorities } = of;
  const lamports = (text: string) => <Quantity of={toSol(BigInt(text))} rounds="not" />;
  return (
    <Facts
      of={[
        [moneyWords.account, <Code key="id" text={id} />],
        [moneyWords.staked, lamports(parts.delegated)],
        [moneyWords.earnsNow, lamports(parts.effective)],
        [moneyWords.aside, lamports(parts.rentReserve)],
        parts.surplus !== '0' && [moneyWords.beside, lamports(parts.surplus)],
        activationEpoch !== null && [moneyWords.since, activationEpoch],
        deactivationEpoch !== null && [moneyWords.left, deactivationEpoch],
        authorities.lockup !== null && [moneyWords.lock, moneyWords.locked(authorities.lockup.epoch)],
      ]}
    />
  );
}

function ReceiptDetails({ of: { id, receipt, rate, value } }: { readonly of: ReceiptPosition }) {
  return (
    <Facts
      of={[
        [moneyWords.held, <Quantity key="held" of={receipt} rounds="not" />],
        [moneyWords.rate(receipt.asset), <Quantity key="rate" of={{ amount: rate, asset: value.asset }} />],
        [moneyWords.account, <Code key="id" text={id} />],
      ]}
    />
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
    <ul class="calls plain">
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
