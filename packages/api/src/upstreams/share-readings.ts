import { BoundedCache } from '@staking-agent/chain/address';
import type { Clock } from '../runtime/clock.ts';
import { createBulkhead } from './bulkhead.ts';

/** Gives a reading that was made under a key lately, or makes it. */
export type ShareReading<T> = (
  key: string,
  read: () => Promise<T>,
  /** Whether a reading of before may be given again; every one unless given. */
  isGood?: (reading: T) => boolean,
) => Promise<T>;

/** Milliseconds that a reading is given again for. */
const FRESH_MILLISECONDS = 2_000;
const REMEMBERED = 100;
/** Readings at the same time: few beside what a node takes, so that these are refused long before builds are. */
const IN_FLIGHT = 8;

/**
 * Makes what shares large readings of the ledger, each made at most once in two seconds, in places of their own.
 *
 * @throws {UpstreamBusy} from a reading when all places are taken.
 */
export function shareReadings<T>({ clock }: { readonly clock: Clock }): ShareReading<T> {
  const bulkhead = createBulkhead({ upstream: 'ledger', inFlight: IN_FLIGHT, clock });
  const known = new BoundedCache<{ readonly at: number; readonly reading: Promise<T> }>(REMEMBERED);
  const share: ShareReading<T> = async (key, read, isGood) => {
    const last = known.get(key);
    const at = clock.elapsed();
    if (last !== undefined && at - last.at < FRESH_MILLISECONDS) {
      const made = await last.reading;
      if (isGood === undefined || isGood(made)) return made;
      // Whoever found that first reads anew, for all who wait.
      if (known.get(key) !== last) return await share(key, read);
    }
    const reading = bulkhead.run(read);
    const entry = known.set(key, { at, reading });
    try {
      return await reading;
    } catch (error) {
      // A failure is nobody's answer but that of those who waited for it.
      if (known.get(key) === entry) known.set(key, { at: -Infinity, reading });
      throw error;
    }
  };
  return share;
}
