import type { ReceiptPosition, StakePosition, SuggestedCall } from '@staking-agent/sdk';
import { Address } from '../parts/address.tsx';
import { EpochMoment, Moment } from '../parts/moment.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { confirmCall } from '../state/confirm-call.ts';
import { sayLamports } from '../state/money.ts';
import { nameCall } from '../state/name-call.ts';
import { findOperation } from '../state/operation.ts';
import { hrefOf } from '../state/route.ts';

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
export function PositionCard({ position }: { readonly position: Position }) {
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
