import { actForAll } from '../callers/caller-context.ts';
import type { Clock } from './clock.ts';
import { startLoop } from './loop.ts';

/** A value that is refreshed in the background, so that no request waits for it. */
export type Feed<T> = {
  /** The value, at once while it is young enough; else after a refresh that all askers share. */
  get(): Promise<T>;
  /** The value while it is young enough. */
  peek(): T | undefined;
  /** The value read now, in a refresh that all askers share. */
  refresh(): Promise<T>;
  /** Refreshes no more, and resolves when no background refresh is running. */
  close(): Promise<void>;
};

/**
 * Keeps a value fresh.
 *
 * @param options.everyMilliseconds - pause between the end of one refresh and the next.
 * @param options.retryMilliseconds - the pause after a refresh that failed; as after any other unless given.
 * @param options.maxAgeMilliseconds - a value older than this is not given out.
 * @param options.refresh - reads the value; its error reaches whoever needs the value meanwhile.
 * @param options.onFault - told of each failed background refresh.
 */
export function startFeed<T>(options: {
  clock: Clock;
  everyMilliseconds: number;
  retryMilliseconds?: number;
  maxAgeMilliseconds: number;
  refresh: () => Promise<T>;
  onFault: (fault: unknown) => void;
}): Feed<T> {
  const { clock, everyMilliseconds, retryMilliseconds = everyMilliseconds } = options;
  let latest: { value: T; at: number } | undefined;
  let pending: Promise<T> | undefined;

  const refresh = (): Promise<T> => {
    // For all askers, and not in the name of the first one.
    pending ??= actForAll(options.refresh)
      .then((value) => {
        latest = { value, at: clock.elapsed() };
        return value;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const loop = startLoop({
    clock,
    work: async () => {
      await refresh();
    },
    pause: everyMilliseconds,
    pauseAfterFault: retryMilliseconds,
    onFault: options.onFault,
  });
  const peek = (): T | undefined =>
    latest !== undefined && clock.elapsed() - latest.at <= options.maxAgeMilliseconds
      ? latest.value
      : undefined;

  return { get: async () => peek() ?? refresh(), peek, refresh, close: loop.stop };
}
