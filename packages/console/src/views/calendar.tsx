import type { ReceiptPosition, StakePosition } from '@staking-agent/sdk';
import { Address } from '../parts/address.tsx';
import { Column } from '../parts/column.tsx';
import { EpochMoment, Moment } from '../parts/moment.tsx';
import { Quantity } from '../parts/quantity.tsx';
import { ledgerTime } from '../state/clock.ts';
import { getSession } from '../state/session.ts';

type Position = StakePosition | ReceiptPosition;

/** What becomes withdrawable when, the soonest first. */
export function Calendar({
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
