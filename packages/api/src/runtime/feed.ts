import { actForAll } from './callers.ts';
import type { Clock } from './clock.ts';
import { startLoop } from './loop.ts';

/** A value that is refreshed in the background, so that no request waits for it. */
export type Feed<T> = ReturnType<typeof startFeed<T>>;

/** When a feed that is not requested refreshes less often; milliseconds. */
export type Rest = {
  /** Since the last request. */
  readonly afterMilliseconds: number;
  readonly everyMilliseconds: number;
};

/**
 * Keeps a value fresh.
 *
 * A feed at rest is woken by the first reader: it refreshes at once, then often. The maximum age of a value is the same as
 * at other times.
 *
 * @param options.everyMilliseconds - pause between the end of one refresh and the next.
 * @param options.retryMilliseconds - the pause after a refresh that failed; as after any other unless given.
 * @param options.rest - never unless given.
 * @param options.maxAgeMilliseconds - older values are not returned.
 * @param options.isOver - checks whether a value holds no more, however young; it is not returned then, and refreshed at once.
 * @param options.refresh - reads the value; its error reaches whoever needs the value meanwhile.
 * @param options.onFault - told of each failed background refresh.
 */
export function startFeed<T>(options: {
  clock: Clock;
  everyMilliseconds: number;
  retryMilliseconds?: number;
  rest?: Rest;
  maxAgeMilliseconds: number;
  isOver?: (value: T) => boolean;
  refresh: () => Promise<T>;
  onFault: (fault: unknown) => void;
}) {
  const { clock, everyMilliseconds, retryMilliseconds = everyMilliseconds, rest, isOver } = options;
  let latest: { value: T; at: number } | undefined;
  let pending: Promise<T> | undefined;
  let askedAt = clock.elapsed();
  let isResting = false;
  const pauseOf = (milliseconds: number) => (): number => {
    isResting = rest !== undefined && clock.elapsed() - askedAt >= rest.afterMilliseconds;
    return isResting && rest !== undefined ? Math.max(rest.everyMilliseconds, milliseconds) : milliseconds;
  };

  const refresh = (): Promise<T> => {
    // For all readers: the refresh must not belong to the caller or the trace of the first one.
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
    pause: pauseOf(everyMilliseconds),
    pauseAfterFault: pauseOf(retryMilliseconds),
    onFault: options.onFault,
  });
  const look = () => latest && { value: latest.value, age: clock.elapsed() - latest.at };
  const peek = (): T | undefined => {
    askedAt = clock.elapsed();
    const found = look();
    const isPast = found !== undefined && isOver?.(found.value) === true;
    if (isResting || isPast) actForAll(loop.hasten);
    return found !== undefined && !isPast && found.age <= options.maxAgeMilliseconds
      ? found.value
      : undefined;
  };

  return {
    /** Returns the value, at once while it is young enough; else after a refresh that all askers share. */
    get: async (): Promise<T> => peek() ?? refresh(),
    /** Returns the value while it is young enough. */
    peek,
    /** Reads the value now, in a refresh that all askers share. */
    refresh,
    /** Returns the newest value, however old, with its age in milliseconds; it does not count as a request. */
    look,
    /** Checks whether the value is fresh enough to use, or has not been requested lately; does not start a refresh. */
    isFresh: () => {
      const found = look();
      return found !== undefined && (isResting || found.age <= options.maxAgeMilliseconds);
    },
    /** True while it refreshes less often, because it is not requested. */
    get isResting(): boolean {
      return isResting;
    },
    /** Refreshes no more, and resolves when no background refresh is running. */
    close: loop.stop,
  };
}
