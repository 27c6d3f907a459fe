import { STRATEGY_KEYS, type StrategyKey, type StrategyLive } from '@staking-agent/wire';
import { within } from '../runtime/clock.ts';
import { type Feed, startFeed } from '../runtime/feed.ts';
import type { FigurePorts, FigureSources } from './figure-source.ts';

/** The figures of every strategy. Each is read by itself: none waits for another, or falls with it. */
export type LiveFigures = {
  /** The last known figures, at once; null for what is too old, was never read, or was last null in {@link fresh}. */
  listed(key: StrategyKey): StrategyLive;
  /** Figures read now; null for what does not come in time. */
  fresh(key: StrategyKey): Promise<StrategyLive>;
  /** Milliseconds since each figure was read; undefined for one without a source, or that was never read. */
  ages(key: StrategyKey): { readonly apy: number | undefined; readonly exchangeRate: number | undefined };
  /** Resolves when every source has answered or failed once, and after `milliseconds` at the latest. */
  settled(milliseconds: number): Promise<void>;
  close(): Promise<void>;
};

/** When figures are read and how long they hold, in milliseconds. */
export const FIGURE_TIMES = {
  every: 120_000,
  /** Pause after a failure. */
  retry: 10_000,
  /** Age at which a figure is one no more, whoever asks: two refreshes that failed with all their retries. */
  maxAge: 300_000,
  /** What the detail waits for a figure. */
  patience: 3_100,
};

/** Starts to follow the figures of all strategies that have a source for them. */
export function startLiveFigures(
  sources: Readonly<Record<StrategyKey, FigureSources>>,
  ports: FigurePorts,
  onFault: (figure: string, fault: unknown) => void,
  times: typeof FIGURE_TIMES = FIGURE_TIMES,
): LiveFigures {
  const { clock } = ports;
  const follow = (name: string, read: ((ports: FigurePorts) => Promise<number>) | undefined) =>
    read &&
    startFeed({
      clock,
      everyMilliseconds: times.every,
      retryMilliseconds: times.retry,
      maxAgeMilliseconds: times.maxAge,
      refresh: () => read(ports),
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
    return await within<number | null>(clock, times.patience, feed.refresh().catch(miss), miss);
  };
  return {
    listed: (key) => ({
      apy: findListed(feeds.get(key)?.apy),
      exchangeRate: findListed(feeds.get(key)?.exchangeRate),
    }),
    async fresh(key) {
      const { apy: apyFeed, exchangeRate: rateFeed } = feeds.get(key) ?? {};
      const [apy, exchangeRate] = await Promise.all([readNow(apyFeed), readNow(rateFeed)]);
      return { apy, exchangeRate };
    },
    ages: (key) => ({
      apy: feeds.get(key)?.apy?.look()?.age,
      exchangeRate: feeds.get(key)?.exchangeRate?.look()?.age,
    }),
    async settled(milliseconds) {
      const answers = all().map((feed) => feed?.get().catch(() => undefined));
      await within<unknown>(clock, milliseconds, Promise.all(answers), () => undefined);
    },
    async close() {
      await Promise.all(all().map((feed) => feed?.close()));
    },
  };
}
