import type { Clock } from '../../background/clock.ts';
import { startFeed } from '../../background/feed.ts';
import type { LedgerReader } from './ledger-client.ts';

/** Which price of the recent blocks is paid, and within what; prices in micro-lamports per compute unit. */
export type PriceBounds = { readonly percentile: number; readonly floor: bigint; readonly ceiling: bigint };

/** What priority costs at present. */
export type PriorityFeeFeed = {
  /** Micro-lamports per compute unit, within the configured floor and ceiling; the floor while nothing is known. */
  price(): bigint;
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 10_000;
const MAX_AGE_MILLISECONDS = 120_000;

/** Follows the fees recent blocks were paid. */
export function startPriorityFeeFeed(
  ledger: LedgerReader,
  clock: Clock,
  bounds: PriceBounds,
  onFault: (fault: unknown) => void,
): PriorityFeeFeed {
  const feed = startFeed({
    clock,
    everyMilliseconds: EVERY_MILLISECONDS,
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
    onFault,
    refresh: async () => {
      const blocks = await ledger.read('getRecentPrioritizationFees', [[]]);
      const fees = blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee));
      return clampedPercentile(fees, bounds);
    },
  });
  return { price: () => feed.peek() ?? bounds.floor, close: feed.close };
}

/**
 * Returns the fee that `percentile` percent of the blocks do not exceed (nearest rank), within floor and ceiling.
 *
 * @param fees - one per block, micro-lamports per compute unit.
 */
export function clampedPercentile(fees: readonly bigint[], bounds: PriceBounds): bigint {
  const sorted = fees.toSorted((a, b) => (a < b ? -1 : 1));
  const rank = Math.max(Math.ceil((sorted.length * bounds.percentile) / 100) - 1, 0);
  const fee = sorted[rank] ?? bounds.floor;
  if (fee < bounds.floor) return bounds.floor;
  return fee > bounds.ceiling ? bounds.ceiling : fee;
}
