import type { AvailableAt } from '@staking-agent/sdk';
import type { ComponentChildren } from 'preact';
import { ledgerTime } from '../state/clock.ts';

/** How much of each end is shown of an address. */
const SHOWN = 4;

/** An address, cut in the middle; whole for who points at it or hears it. */
export function Address({ of }: { readonly of: string }) {
  return (
    <span class="mono" title={of}>
      {shorten(of)}
    </span>
  );
}

/** The two ends of an address. */
export function shorten(address: string): string {
  return address.length <= 2 * SHOWN + 1 ? address : `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`;
}

/** An amount with its unit: exact decimal text, as the service gave it. */
export function Quantity({ of }: { readonly of: { readonly amount: string; readonly asset: string } }) {
  return (
    <span class="money">
      {of.amount} {of.asset}
    </span>
  );
}

/** A moment of the ledger, to the minute, in UTC. */
export function Moment({ of }: { readonly of: string }) {
  return (
    <time dateTime={of} title={of}>
      {sayMoment(of)}
    </time>
  );
}

/** When something becomes possible: its epoch, and the time in which that is expected to begin. */
export function EpochMoment({ of: { epoch, earliest, latest } }: { readonly of: AvailableAt }) {
  // What has passed is no estimate any more.
  const isPast = earliest !== undefined && earliest < (ledgerTime.value?.time ?? '');
  if (isPast) return <span>from epoch {epoch} on</span>;
  return (
    <span>
      from epoch {epoch} on
      {earliest !== undefined && (
        <span class="dim">
          {' · '}
          <Moment of={earliest} />
          {latest !== undefined && (
            <>
              {' to '}
              <Moment of={latest} />
            </>
          )}
        </span>
      )}
    </span>
  );
}

/** `2026-11-23 10:18 UTC`, cut to the minute. */
export function sayMoment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

type ColumnProps = { readonly isNumber?: boolean; readonly children: ComponentChildren };

/** The heading of a column of a table; what stands in one of numbers is set to the right. */
export function Column({ isNumber = false, children }: ColumnProps) {
  return (
    <th scope="col" {...(isNumber && { class: 'number' })}>
      {children}
    </th>
  );
}
