import { STAKE_ACCOUNT_SPACE } from '@staking-agent/chain/stake';
import { UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import type { LedgerReader } from './ledger-client.ts';
import { isPlausibleRent } from './plausible-terms.ts';

/** What the ledger asks of a stake account at present, in lamports, and where its epoch stands. */
export type StakeTerms = {
  readonly rentExemptReserve: bigint;
  readonly minimumDelegation: bigint;
  readonly epoch: bigint;
  /** Slots of the epoch still to come, and when that was so on the monotonic clock, milliseconds. */
  readonly slotsLeft: bigint;
  readonly readAt: number;
};

// The ledger changes these by governance and once an epoch; ten minutes old is still right, save for the epoch,
// which only words depend on.
const EVERY_MILLISECONDS = 10_000;
const REST = { afterMilliseconds: 30_000, everyMilliseconds: 120_000 };
const MAX_AGE_MILLISECONDS = 600_000;

/** Follows rent, minimum delegation and epoch; rent outside its bounds is a fault of the node, and not taken over. */
export function startStakeTermsFeed(
  ledger: LedgerReader,
  clock: Clock,
  onFault: (fault: unknown) => void,
): Feed<StakeTerms> {
  return startFeed({
    clock,
    everyMilliseconds: EVERY_MILLISECONDS,
    rest: REST,
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      const [rent, minimum, epochInfo] = await Promise.all([
        ledger.read('getMinimumBalanceForRentExemption', [
          Number(STAKE_ACCOUNT_SPACE),
          { commitment: 'confirmed' },
        ]),
        ledger.read('getStakeMinimumDelegation', [{ commitment: 'confirmed' }]),
        ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
      ]);
      if (!isPlausibleRent(BigInt(rent))) throw new UpstreamFault('ledger', 'malformed');
      return {
        rentExemptReserve: BigInt(rent),
        minimumDelegation: BigInt(minimum.value),
        epoch: BigInt(epochInfo.epoch),
        slotsLeft: BigInt(epochInfo.slotsInEpoch) - BigInt(epochInfo.slotIndex),
        readAt: clock.elapsed(),
      };
    },
  });
}
