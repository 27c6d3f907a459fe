import type { PositionsAnswer, ReceiptPosition, StakePosition, SuggestedCall } from '@staking-agent/sdk';
import { useState } from 'preact/hooks';
import { ActionButton, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Address, Column, EpochMoment, Moment, Quantity } from '../parts/values.tsx';
import { findOperation, nameCall, sayLamports } from '../state/calls.ts';
import { ledgerChanges, ledgerTime, noteLedgerChange, readPositions } from '../state/clock.ts';
import { confirmCall, hrefOf, type ViewProps } from '../state/route.ts';
import { getSession } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { WalletChoice } from './wallet.tsx';

/** Shows the positions of a wallet, their dates, and every call that is possible now. */
export function Positions(_: ViewProps) {
  const address = wallet.value?.address;
  return (
    <>
      <div class="row">
        <h1 class="grow">Positions</h1>
        {address !== undefined && <ActionButton run={noteLedgerChange}>Read anew</ActionButton>}
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
      {value === undefined && error === undefined && <p class="dim">Reading the ledger…</p>}
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
  const { positions, totals, isComplete, missing, nextCursor } = answer;
  return (
    <>
      {!isComplete && (
        <div class="note warn" role="alert">
          <p>Not everything could be read: {missing.join(', ')}. What is missing is not gone.</p>
        </div>
      )}
      {positions.length === 0 && isComplete && (
        <p>
          Nothing is staked yet. <a href={hrefOf('strategies')}>Strategies</a>
        </p>
      )}
      {positions.length > 0 && (
        <div class="row totals">
          <span class="dim">Worth together</span>
          {totals.map((each) => (
            <span key={each.asset} class="figure">
              <Quantity of={each} />
            </span>
          ))}
        </div>
      )}
      <div class="grid loose">
        {positions.map((each: StakePosition | ReceiptPosition) => (
          <PositionCard key={each.id} position={each} />
        ))}
      </div>
      {nextCursor !== null && (
        <p class="row">
          <span class="warn">There are more than these {positions.length}.</span>
          <button type="button" onClick={showMore}>
            Show more
          </button>
        </p>
      )}
      {positions.length > 0 && <Calendar positions={positions} address={address} />}
    </>
  );
}

type Position = StakePosition | ReceiptPosition;

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

/** One position: what it is worth, in which state it is, and a button for everything that can be done with it. */
function PositionCard({ position }: { readonly position: Position }) {
  const { strategy, id, state, value, warnings } = position;
  return (
    <article class="panel" aria-labelledby={`position-${id}`}>
      <div class="row">
        <h2 id={`position-${id}`} class="grow flush">
          {strategy} <Address of={id} />
        </h2>
        <span class={`tag ${MARKS[state]}`}>{state}</span>
      </div>
      <div class="figure">
        <Quantity of={value} />
      </div>
      {'stakeAccount' in position ? <StakeDetails of={position} /> : <ReceiptDetails of={position} />}
      {warnings.map(({ code, detail }) => (
        <div key={code} class="note warn">
          <p>{detail}</p>
        </div>
      ))}
      <Calls of={position} />
    </article>
  );
}

function StakeDetails({ of }: { readonly of: StakePosition }) {
  const { parts, withdrawable, availableAt, activationEpoch, deactivationEpoch, authorities } = of;
  const lamports = (text: string) => sayLamports(BigInt(text));
  return (
    <dl class="facts">
      <dt>Delegated</dt>
      <dd class="money">{lamports(parts.delegated)}</dd>
      <dt>Earns now</dt>
      <dd class="money">{lamports(parts.effective)}</dd>
      <dt>Rent reserve</dt>
      <dd class="money">{lamports(parts.rentReserve)}</dd>
      {parts.surplus !== '0' && (
        <>
          <dt>Beside it</dt>
          <dd class="money">
            {lamports(parts.surplus)} <span class="dim">undelegated</span>
          </dd>
        </>
      )}
      {withdrawable.baseUnits !== '0' && (
        <>
          <dt>Can be withdrawn</dt>
          <dd>
            <Quantity of={withdrawable} />
          </dd>
        </>
      )}
      {availableAt !== null && (
        <>
          <dt>Withdrawable</dt>
          <dd>
            <EpochMoment of={availableAt} />
          </dd>
        </>
      )}
      <dt>Epochs</dt>
      <dd>
        {activationEpoch === null ? 'never delegated' : `delegated in ${activationEpoch}`}
        {deactivationEpoch !== null && `, deactivated in ${deactivationEpoch}`}
      </dd>
      {authorities.lockup !== null && (
        <>
          <dt>Locked</dt>
          <dd class="warn">until epoch {authorities.lockup.epoch}</dd>
        </>
      )}
    </dl>
  );
}

function ReceiptDetails({
  of: { receipt, rate, value, claimableAt, exitPath },
}: {
  readonly of: ReceiptPosition;
}) {
  return (
    <dl class="facts">
      <dt>Receipt</dt>
      <dd>
        <Quantity of={receipt} />
      </dd>
      <dt>Rate</dt>
      <dd class="money">
        1 {receipt.asset} = {rate} {value.asset}
      </dd>
      {claimableAt !== undefined && (
        <>
          <dt>Claimable</dt>
          <dd>
            from <Moment of={claimableAt} /> on
          </dd>
        </>
      )}
      {exitPath !== undefined && (
        <>
          <dt>Exit is paid by</dt>
          <dd>{exitPath}</dd>
        </>
      )}
    </dl>
  );
}

/** Leads to the transaction of a call; a split asks first how much. */
function CallButton({ call }: { readonly call: SuggestedCall }) {
  const { stakeAccount, amount } = call.body;
  if (findOperation(call) === 'split' && typeof stakeAccount === 'string') {
    return (
      <a class="button" href={hrefOf('split', stakeAccount, typeof amount === 'string' ? amount : '')}>
        Split…
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
      {possible.map((call) => (
        <li key={nameCall(call)}>
          <CallButton call={call} />
          <small class="dim">
            {call.description}
            {call.availableAt !== undefined && (
              <>
                {' '}
                Possible <EpochMoment of={call.availableAt} />.
              </>
            )}
          </small>
        </li>
      ))}
      <li>
        <a class="button" href={hrefOf('exit', strategy, ...account)}>
          Compare the ways out
        </a>
      </li>
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
  const time = ledgerTime.value;
  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar">What becomes withdrawable</h2>
      {time && (
        <p class="dim">
          On the ledger it is <Moment of={time.time} />, epoch {time.epoch}.
        </p>
      )}
      {waiting.length === 0 ? (
        <p>Nothing is on its way out.</p>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <Column>When</Column>
                <Column isNumber>Amount</Column>
                <Column>Where</Column>
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
                    {each.strategy} <Address of={each.id} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <a href={`${getSession().root}/api/v1/wallets/${address}/calendar.ics`}>As a calendar file</a>
      </p>
    </section>
  );
}

function When({ of }: { readonly of: Position }) {
  if (of.state === 'withdrawable' || of.state === 'claimable') return <b class="good">now</b>;
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
