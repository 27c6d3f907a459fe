import type { Confirmed, SuggestedCall, TransactionAnswer } from '@staking-agent/sdk';
import { EpochMoment } from '../parts/moment.tsx';
import { MovesTable } from '../parts/moves-table.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { confirmCall } from '../state/confirm-call.ts';
import { nameCall } from '../state/name-call.ts';
import { hrefOf } from '../state/route.ts';

/** What the ledger says of a transaction that has landed. */
export function ConfirmResult({
  landed: { signature, transaction },
  then,
}: {
  readonly landed: Confirmed;
  readonly then: readonly SuggestedCall[];
}) {
  const { changes, fee, slot } = transaction;
  return (
    <section class="panel" aria-live="polite" aria-labelledby="result">
      <h2 id="result" class="good">
        ✓ Landed
      </h2>
      <p>
        <small class="dim">Signature, known before it was sent: </small>
        <a class="mono" href={hrefOf('tx', signature)}>
          {signature}
        </a>
      </p>
      {changes !== null && changes.length > 0 && (
        <MovesTable
          title="On the ledger"
          moves={changes.map((each) => ({
            key: `${each.direction} ${each.account} ${each.asset}`,
            direction: each.direction === 'out' ? 'left' : 'arrived',
            amount: <Quantity of={each} />,
            account: each.account,
          }))}
        />
      )}
      <p class="dim">
        {slot !== null && `Slot ${slot}. `}
        {fee !== null && (
          <>
            Fee <Quantity of={fee} />.
          </>
        )}
      </p>
      <Next transaction={transaction} then={then} />
      <div class="row">
        <a class={then.length === 0 ? 'button primary' : 'button'} href={hrefOf('positions')}>
          Positions
        </a>
        <a class="button" href={hrefOf('strategies')}>
          Strategies
        </a>
      </div>
    </section>
  );
}

/** The call that goes on from here, with what really arrived in place of what was expected. */
function Next({
  transaction: { changes },
  then: [call, ...later],
}: {
  readonly transaction: TransactionAnswer;
  readonly then: readonly SuggestedCall[];
}) {
  if (call === undefined) return null;
  const isSale = call.body['strategy'] === 'sol-liquid-stake' && 'amount' in call.body;
  const arrived = isSale
    ? changes?.find(({ asset, direction }) => asset === 'raSOL' && direction === 'in')?.amount
    : undefined;
  const ready = arrived === undefined ? call : { ...call, body: { ...call.body, amount: arrived } };
  return (
    <div class="note">
      <p>Next: {call.description}</p>
      {call.availableAt !== undefined ? (
        <p>
          Possible <EpochMoment of={call.availableAt} />; its position will offer it.
        </p>
      ) : (
        <button type="button" class="primary" onClick={() => confirmCall(ready, ['positions'], later)}>
          {nameCall(ready)}
        </button>
      )}
    </div>
  );
}
