/** Time and chance, so that tests need not wait for either. */
export type Pace = {
  /** Milliseconds that only go forward. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
};

/** The clock of the machine. */
export const systemPace: Pace = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;

/**
 * Milliseconds before the next try: as long as the service says, else full jitter up to 250 ms, doubled with each try up
 * to 4 s.
 */
export function pauseBefore(tries: number, retryAfter: number | undefined, random: () => number): number {
  const jitter = random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
  return retryAfter === undefined ? jitter : retryAfter * 1_000 + jitter;
}
