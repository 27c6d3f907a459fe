import type { AvailableAt } from '@staking-agent/sdk';
import { ledgerTime } from '../state/clock.ts';

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
