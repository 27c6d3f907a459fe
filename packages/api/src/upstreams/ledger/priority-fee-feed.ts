import type { Address } from '@solana/kit';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import type { Clock } from '../../runtime/clock.ts';
import { startFeed } from '../../runtime/feed.ts';
import type { LedgerReader } from './ledger-client.ts';

/** Which price of the recent blocks is paid, and within what; prices in micro-lamports per compute unit. */
export type PriceBounds = { readonly percentile: number; readonly floor: bigint; readonly ceiling: bigint };

/** Names the accounts that the builds of a strategy write beside those of the wallet. */
export type FindContended = () => Promise<readonly Address[]>;

/** What priority costs at present. */
export type PriorityFeeFeed = {
  /**
   * What others pay to write the accounts of a strategy, in micro-lamports per compute unit, within the configured floor
   * and ceiling; the floor while nothing is known.
   */
  price(strategy: StrategyKey): bigint;
  /** The most that is ever paid, in micro-lamports per compute unit. */
  readonly ceiling: bigint;
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 10_000;
const REST = { afterMilliseconds: 30_000, everyMilliseconds: 60_000 };
const MAX_AGE_MILLISECONDS = 120_000;
/** Accounts that a node takes in one call (agave's MAX_TX_ACCOUNT_LOCKS). */
const MOST_ACCOUNTS = 128;

/**
 * Follows recent priority fees, in one call for each strategy with contended accounts.
 *
 * @param onFault - told of each failed refresh.
 */
export function startPriorityFeeFeed(
  ledger: LedgerReader,
  clock: Clock,
  contended: { readonly [Key in StrategyKey]?: FindContended | undefined },
  bounds: PriceBounds,
  onFault: (fault: unknown) => void,
): PriorityFeeFeed {
  const feeds = new Map(
    STRATEGY_KEYS.flatMap((strategy) => {
      const find = contended[strategy];
      if (find === undefined) return [];
      let accounts: readonly Address[] | undefined;
      const feed = startFeed({
        clock,
        everyMilliseconds: EVERY_MILLISECONDS,
        rest: REST,
        maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
        onFault,
        refresh: async () => {
          accounts ??= (await find()).slice(0, MOST_ACCOUNTS);
          const blocks = await ledger.read('getRecentPrioritizationFees', [accounts]);
          const fees = blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee));
          return clampedPercentile(fees, bounds);
        },
      });
      return [[strategy, feed] as const];
    }),
  );
  return {
    ceiling: bounds.ceiling,
    price: (strategy) => feeds.get(strategy)?.peek() ?? bounds.floor,
    async close() {
      await Promise.all([...feeds.values()].map((feed) => feed.close()));
    },
  };
}

/**
 * Returns the fee that `percentile` percent of the blocks that were paid for do not exceed (nearest rank), within floor and
 * ceiling.
 *
 * @param fees - one per block, micro-lamports per compute unit; 0 means that no fee was needed, or that no transaction wrote
 *   the accounts.
 */
export function clampedPercentile(fees: readonly bigint[], bounds: PriceBounds): bigint {
  const sorted = fees.filter((fee) => fee > 0n).toSorted((a, b) => (a < b ? -1 : 1));
  const rank = Math.max(Math.ceil((sorted.length * bounds.percentile) / 100) - 1, 0);
  const fee = sorted[rank] ?? bounds.floor;
  if (fee < bounds.floor) return bounds.floor;
  return fee > bounds.ceiling ? bounds.ceiling : fee;
}
