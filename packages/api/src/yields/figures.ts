import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  arePayingRewards,
  CLOCK_ADDRESS,
  decodeClock,
  EPOCH_REWARDS_ADDRESS,
} from '@staking-agent/chain/ledger';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import {
  type HistoryPoint,
  type HistoryRange,
  STRATEGY_KEYS,
  type StrategyKey,
  type StrategyLive,
} from '@staking-agent/wire';
import type { Logger } from 'pino';
import { FigureUnavailable } from '../problems/faults.ts';
import { type Clock, within } from '../runtime/clock.ts';
import { type Feed, startFeed } from '../runtime/feed.ts';
import { type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import type { ApyWindow, VaultRecordClient } from '../upstreams/vault.ts';
import type { LstClient, ValidatorApyClient } from '../upstreams/yields.ts';

/** The services that figures are read from. */
export type YieldServices = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: LedgerClient;
  readonly captures: Captures;
  readonly lst: LstClient;
  readonly validatorApy: ValidatorApyClient;
  readonly vaultRecords: VaultRecordClient;
  readonly config: { readonly deployment: Deployment };
  /** The window of the USDC vault's yield that is its APY. */
  readonly usdcWindow: ApyWindow;
};

/** A history, cut to a range. */
export type History = {
  /** Oldest first, one a date, in percent with two decimals. */
  readonly points: readonly HistoryPoint[];
  /** They cover the range. */
  readonly isComplete: boolean;
};

export type ApySource = {
  /**
   * Reads the APY as it is now.
   *
   * @returns percent a year at full precision.
   * @throws {FigureUnavailable} when the source has no usable value; whatever its client throws.
   */
  live(services: YieldServices): Promise<number>;
  /**
   * Reads the past.
   *
   * @throws {ProblemError} `upstream_error` when the source has none.
   */
  history(range: HistoryRange, services: YieldServices): Promise<History>;
};

/** Reads what a receipt is worth in the asset. @throws as {@link ApySource.live}. */
type ReadExchangeRate = (services: YieldServices) => Promise<number>;

/** The sources of the figures of one strategy; absent where there is none. */
export type FigureSources = {
  readonly apy?: ApySource;
  readonly exchangeRate?: ReadExchangeRate;
  readonly capture?: CaptureSource;
};

/** Milliseconds a source has for one figure of the list or the detail; the rest of what a detail waits is for a substitute. */
export const LIVE_BUDGET = { each: 2_500, total: 2_900 };
/** Milliseconds a source has for a history: two attempts where the first fails early enough. */
export const HISTORY_BUDGET = { each: 2_700, total: 5_200 };
/** Epochs a history asks for: with two days each, more than two and a half years. */
export const HISTORY_EPOCHS = 500;

/** The worth of a receipt in one epoch, and the yield since the capture before. */
export type Capture = {
  /** Epoch of the ledger. */
  readonly epoch: number;
  /** Unix milliseconds by the ledger's clock: when the epoch began; the reading where the value moves all the time. */
  readonly measuredAt: number;
  /** The asset that a receipt holds, and its worth in the asset that was staked; decimal text, rounded down. */
  readonly assetPerReceipt: string;
  readonly worthPerReceipt: string;
  /** Percent a year since the capture before; null for the first one. */
  readonly apy: number | null;
};

/** The record of yields, one capture an epoch and strategy. */
export type Captures = {
  /** Captures what every strategy's epoch has no capture of yet. */
  run(): Promise<void>;
  /**
   * Returns the newest captures of a strategy, oldest first.
   *
   * @throws {StoreFault} {@link UpstreamFault} {@link UpstreamRefusal}
   */
  latest(strategy: StrategyKey, count: number): Promise<readonly Capture[]>;
  /** Captures no more, and resolves when no capture is running. */
  close(): Promise<void>;
};

/** The figures of every strategy. */
export type LiveFigures = ReturnType<typeof startLiveFigures>;

/** When figures are read and how long they hold, in milliseconds. */
export const FIGURE_TIMES = {
  every: 120_000,
  /** Pause after a failure. */
  retry: 10_000,
  /** Age from which a figure is not shown: two refreshes that failed with all their retries. */
  maxAge: 300_000,
  /** The longest wait of the detail for a figure. */
  patience: 3_100,
};

/**
 * Starts to follow the figures of all strategies that have a source for them. Each is read by itself: none waits for another,
 * or falls with it.
 */
export function startLiveFigures(
  sources: Readonly<Record<StrategyKey, FigureSources>>,
  services: YieldServices,
  onFault: (figure: string, fault: unknown) => void,
) {
  const { clock } = services;
  const follow = (name: string, read: ((services: YieldServices) => Promise<number>) | undefined) =>
    read &&
    startFeed({
      clock,
      everyMilliseconds: FIGURE_TIMES.every,
      retryMilliseconds: FIGURE_TIMES.retry,
      maxAgeMilliseconds: FIGURE_TIMES.maxAge,
      refresh: () => read(services),
      onFault: (fault) => onFault(name, fault),
    });
  const feeds = new Map(
    STRATEGY_KEYS.map((key) => {
      const { apy, exchangeRate } = sources[key];
      return [
        key,
        {
          apy: follow(`${key} apy`, apy?.live),
          exchangeRate: follow(`${key} exchange rate`, exchangeRate),
        },
      ];
    }),
  );
  const all = () => [...feeds.values()].flatMap(({ apy, exchangeRate }) => [apy, exchangeRate]);
  // What a detail did not get is not listed either, until it is read again.
  const missedAt = new Map<Feed<number>, number>();
  const findListed = (feed: Feed<number> | undefined): number | null => {
    const [figure, age] = [feed?.peek(), feed?.look()?.age];
    if (feed === undefined || figure === undefined || age === undefined) return null;
    return clock.elapsed() - age > (missedAt.get(feed) ?? Number.NEGATIVE_INFINITY) ? figure : null;
  };
  const readNow = async (feed: Feed<number> | undefined): Promise<number | null> => {
    if (feed === undefined) return null;
    const miss = () => {
      missedAt.set(feed, clock.elapsed());
      return null;
    };
    return await within<number | null>(clock, FIGURE_TIMES.patience, feed.refresh().catch(miss), miss);
  };
  return {
    /** Returns the last known figures, at once; null for what is too old, was never read, or was last null in `fresh`. */
    listed: (key: StrategyKey): StrategyLive => ({
      apy: findListed(feeds.get(key)?.apy),
      exchangeRate: findListed(feeds.get(key)?.exchangeRate),
    }),
    /** Reads figures now; null for what does not come in time. */
    async fresh(key: StrategyKey): Promise<StrategyLive> {
      const { apy: apyFeed, exchangeRate: rateFeed } = feeds.get(key) ?? {};
      const [apy, exchangeRate] = await Promise.all([readNow(apyFeed), readNow(rateFeed)]);
      return { apy, exchangeRate };
    },
    /** Milliseconds since each figure was read; undefined for one without a source, or that was never read. */
    ages: (key: StrategyKey) => ({
      apy: feeds.get(key)?.apy?.look()?.age,
      exchangeRate: feeds.get(key)?.exchangeRate?.look()?.age,
    }),
    /** Resolves when every source has answered or failed once, and after `milliseconds` at the latest. */
    async settled(milliseconds: number): Promise<void> {
      const answers = all().map((feed) => feed?.get().catch(() => undefined));
      await within<unknown>(clock, milliseconds, Promise.all(answers), () => undefined);
    },
    async close(): Promise<void> {
      await Promise.all(all().map((feed) => feed?.close()));
    },
  };
}

/** Percent a year beyond which a value is taken for a mistake of its source, such as another unit. */
const ABSURD = 1_000;

/**
 * Turns a yield into percent, and what cannot be one into undefined: nothing, zero or less, more than 1,000 %.
 *
 * Sources answer 0 for an unknown yield, so 0 does not mean "no yield".
 *
 * @param fraction - 0.064 is 6.4 %.
 */
export function findPercentOfFraction(fraction: number | null | undefined): number | undefined {
  // 15 digits, so that 0.0569 does not become 5.6899999999999995.
  return findPercent(fraction == null ? fraction : Number((fraction * 100).toPrecision(15)));
}

/** Returns percent unchanged, and undefined for values that {@link findPercentOfFraction} rejects. */
export function findPercent(percent: number | null | undefined): number | undefined {
  return percent != null && percent > 0 && percent <= ABSURD ? percent : undefined;
}

/** @throws {FigureUnavailable} when there is no percentage. */
export function requirePercent(percent: number | undefined): number {
  if (percent === undefined) throw new FigureUnavailable('no usable yield');
  return percent;
}

/** The worth of a receipt in one epoch; `apy` is the yield of the epoch before, where no receipt shows it. */
type ReceiptValue = Omit<Capture, 'apy'> & { readonly apy?: number };

export type CaptureSource = {
  /** Reads at `finalized`. @throws {NotSettled} what its clients throw. */
  read(services: Omit<YieldServices, 'captures'>): Promise<ReceiptValue>;
  /** Milliseconds between two looks while the epoch has no capture; as often as all unless given. */
  readonly pause?: number;
};

/** The epoch has not settled yet, or there is no price: worth another look later. */
export class NotSettled extends Error {
  override readonly name = 'NotSettled';
}

/** Places of rates as decimal text. */
export const PLACES = 18;

/** A quotient as decimal text with 18 places, rounded down. */
export function printQuotient(numerator: bigint, denominator: bigint): string {
  const text = String((numerator * 10n ** BigInt(PLACES)) / denominator).padStart(PLACES + 1, '0');
  return `${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`;
}

/**
 * Reads the pool of raSOL at `finalized`, with further accounts of the same slot.
 *
 * @returns the pool, the epoch and when it began, Unix milliseconds by the ledger's clock, and the read.
 * @throws {NotSettled} while rewards are being paid out, or the pool has not been updated in the epoch.
 */
export async function readSettledPool(
  services: Omit<YieldServices, 'captures'>,
  further: readonly Address[] = [],
) {
  const { stakePool, rasolMint } = services.config.deployment;
  const addresses = [CLOCK_ADDRESS, EPOCH_REWARDS_ADDRESS, stakePool.address, ...further];
  const read = await readAccounts(addresses, services, 'finalized');
  const [account, clock] = [read(stakePool.address), decodeClock(read(CLOCK_ADDRESS)?.data)];
  if (account?.owner !== stakePool.program || clock === undefined)
    throw new NotSettled('no stake pool there');
  if (arePayingRewards(read(EPOCH_REWARDS_ADDRESS)?.data)) throw new NotSettled('rewards are being paid out');
  const pool = STAKE_POOL_CODEC.decode(account.data);
  if (pool.poolMint !== rasolMint) throw new NotSettled('the pool of another token');
  if (pool.lastUpdateEpoch !== clock.epoch) throw new NotSettled('the pool has not been updated');
  if (pool.poolTokenSupply === 0n) throw new NotSettled('the pool has no price');
  return { pool, epoch: Number(clock.epoch), measuredAt: Number(clock.epochStart) * 1_000, read };
}

/** Milliseconds that yields are annualised to. */
export const YEAR = 365 * 86_400_000;

type Priced = { readonly measuredAt: number; readonly worthPerReceipt: string };

/**
 * Computes the yield between two captures: the growth of what a receipt is worth, compounded over the ledger's own time to
 * 365 days.
 *
 * @returns percent a year, below zero for a loss; undefined when no time has passed, where a receipt is worth nothing, or
 *   for more than 1,000 %, which is no yield.
 */
export function annualisedGrowth(before: Priced, after: Priced): number | undefined {
  const elapsed = after.measuredAt - before.measuredAt;
  const [from, to] = [scaled(before.worthPerReceipt), scaled(after.worthPerReceipt)];
  if (elapsed <= 0 || from <= 0n || to <= 0n) return undefined;
  if (to === from) return 0;
  // The growth alone is divided, so that a small one keeps its digits.
  const growth = to > from ? exactQuotient(to - from, from) : -exactQuotient(from - to, from);
  const percent = Math.expm1(Math.log1p(growth) * (YEAR / elapsed)) * 100;
  return percent < 0 ? percent : findPercent(percent);
}

/** Reads decimal text as an integer with {@link PLACES}. */
export function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
}

/** Significant digits before rounding: a double holds 17. */
const DIGITS = 21;

/**
 * Divides two amounts of the ledger.
 *
 * @returns the double nearest to the exact quotient.
 * @throws {FigureUnavailable} unless both are above zero.
 */
export function exactQuotient(numerator: bigint, denominator: bigint): number {
  if (numerator <= 0n || denominator <= 0n) throw new FigureUnavailable('nothing to divide');
  const places = Math.max(0, DIGITS + String(denominator).length - String(numerator).length);
  const digits = (numerator * 10n ** BigInt(places)) / denominator;
  return Number(`${digits}e-${places}`);
}
