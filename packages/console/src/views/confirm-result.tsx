import type { Confirmed } from '@staking-agent/sdk';
import { Address } from '../parts/address.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { hrefOf } from '../state/route.ts';

/** What the ledger says of a transaction that has landed. */
export function ConfirmResult({ landed: { signature, transaction } }: { readonly landed: Confirmed }) {
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
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">On the ledger</th>
                <th scope="col" class="number">
                  Amount
                </th>
                <th scope="col">Account</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((each) => (
                <tr key={`${each.direction} ${each.account} ${each.asset}`}>
                  <td>{each.direction === 'out' ? 'left' : 'arrived'}</td>
                  <td class="number">
                    <Quantity of={each} />
                  </td>
                  <td>
                    <Address of={each.account} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="dim">
        {slot !== null && `Slot ${slot}. `}
        {fee !== null && (
          <>
            Fee <Quantity of={fee} />.
          </>
        )}
      </p>
      <div class="row">
        <a class="button primary" href={hrefOf('positions')}>
          Positions
        </a>
        <a class="button" href={hrefOf('strategies')}>
          Strategies
        </a>
      </div>
    </section>
  );
}
