import { setTimeout as sleep } from 'node:timers/promises';
import { STRATEGY_KEYS, type StrategyKey, type StrategyLive } from '@staking-agent/wire';
import { type Feed, startFeed } from '../background/feed.ts';
import type { AnyStrategy, Strategies } from '../strategies/strategy.ts';
import type { FigureServices } from './figure-source.ts';

/** The figures of every strategy. Each is read by itself: none waits for another, or falls with it. */
export type LiveFigures = {
  /** The last known figures, at once; null for what is too old or was never read. */
  listed(key: StrategyKey): StrategyLive;
  /** Figures read now; null for what does not come in time. */
  fresh(key: StrategyKey): Promise<StrategyLive>;
  /** Resolves when every source has answered or failed once, and after `milliseconds` at the latest. */
  settled(milliseconds: number): Promise<void>;
  close(): void;
};

/** When figures are read and how long they hold, in milliseconds. */
export const FIGURE_TIMES = {
  every: 120_000,
  /** Pause after a failure. */
  retry: 10_000,
  /** Age at which the list gives up on a figure. */
  maxAge: 900_000,
  /** What the detail waits for a figure. */
  patience: 3_100,
};

/** Starts to follow the figures of all strategies that have a source for them. */
export function startLiveFigures(
  strategies: Strategies,
  services: FigureServices,
  onFault: (figure: string, fault: unknown) => void,
  times: typeof FIGURE_TIMES = FIGURE_TIMES,
): LiveFigures {
  const follow = (name: string, read: ((services: FigureServices) => Promise<number>) | undefined) =>
    read &&
    startFeed({
      everyMilliseconds: times.every,
      retryMilliseconds: times.retry,
      maxAgeMilliseconds: times.maxAge,
      now: services.clock.now,
      refresh: () => read(services),
      onFault: (fault) => onFault(name, fault),
    });
  const feeds = new Map(
    STRATEGY_KEYS.map((key) => {
      const { actions }: AnyStrategy = strategies[key];
      return [
        key,
        {
          apy: follow(`${key} apy`, actions?.apy?.live),
          exchangeRate: follow(`${key} exchange rate`, actions?.exchangeRate),
        },
      ];
    }),
  );
  const all = () => [...feeds.values()].flatMap(({ apy, exchangeRate }) => [apy, exchangeRate]);
  const readNow = async (feed: Feed<number> | undefined): Promise<number | null> => {
    if (feed === undefined) return null;
    const late = new AbortController();
    const figure = feed.refresh().catch(() => null);
    const none = sleep(times.patience, null, { signal: late.signal, ref: false }).catch(() => null);
    try {
      return await Promise.race([figure, none]);
    } finally {
      late.abort();
    }
  };
  return {
    listed: (key) => ({
      apy: feeds.get(key)?.apy?.peek() ?? null,
      exchangeRate: feeds.get(key)?.exchangeRate?.peek() ?? null,
    }),
    async fresh(key) {
      const { apy: apyFeed, exchangeRate: rateFeed } = feeds.get(key) ?? {};
      const [apy, exchangeRate] = await Promise.all([readNow(apyFeed), readNow(rateFeed)]);
      return { apy, exchangeRate };
    },
    async settled(milliseconds) {
      const answers = all().map((feed) => feed?.get().catch(() => undefined));
      await Promise.race([Promise.all(answers), sleep(milliseconds, undefined, { ref: false })]);
    },
    close() {
      for (const feed of all()) feed?.close();
    },
  };
}
