import { STEADY_CLOCK } from '../packages/api/test/steady-clock.ts';

/** A clock of the service whose day a test can move on, and whose long waits it can cut short. */
export type HastyClock = {
  now(): number;
  elapsed(): number;
  after(
    milliseconds: number,
    call: () => void,
    options?: { readonly isBackground: boolean },
  ): { cancel(): void };
  /** Moves wall clock and monotonic clock on. */
  pass(milliseconds: number): void;
  /** Calls whenever time was passed: a ledger that stands still for seconds is taken for lost. */
  onPass(call: () => void): void;
  /** From now on, waits of callers, or else of loops, between two lengths in milliseconds take a twentieth of them. */
  hasten(range: readonly [from: number, to: number], of?: 'callers' | 'loops'): void;
  /** From now on, all waits take as long as they should. */
  calm(): void;
  /** From now on, waits of at least so many milliseconds end only with {@link HastyClock.release}. */
  withhold(longerThan: number): void;
  /** Ends the waits that were withheld, and withholds no more. */
  release(): void;
};

const SPEED = 20;
const NONE = [0, -1] as const;

/** Makes a clock that runs as {@link STEADY_CLOCK} until it is told otherwise. */
export function createHastyClock(): HastyClock {
  let ahead = 0;
  const followers: (() => void)[] = [];
  let hastened: readonly [from: number, to: number] = NONE;
  let areLoops = false;
  const waiting = new Set<() => void>();
  let withheld = Number.POSITIVE_INFINITY;
  return {
    now: () => STEADY_CLOCK.now() + ahead,
    elapsed: () => STEADY_CLOCK.elapsed() + ahead,
    after(milliseconds, call, options) {
      if (milliseconds >= withheld) {
        waiting.add(call);
        return { cancel: () => void waiting.delete(call) };
      }
      const isHastened = isWithin(milliseconds, hastened) && (options?.isBackground ?? false) === areLoops;
      const wait = isHastened ? milliseconds / SPEED : milliseconds;
      return STEADY_CLOCK.after(wait, call, options);
    },
    pass(milliseconds) {
      ahead += milliseconds;
      for (const call of followers) call();
    },
    onPass: (call) => void followers.push(call),
    hasten(range, of = 'callers') {
      hastened = range;
      areLoops = of === 'loops';
    },
    calm() {
      hastened = NONE;
    },
    withhold(longerThan) {
      withheld = longerThan;
    },
    release() {
      withheld = Number.POSITIVE_INFINITY;
      const calls = [...waiting];
      waiting.clear();
      for (const call of calls) call();
    },
  };
}

/** Makes a clock by which captures, for which a feed waits, come within seconds. */
export function createCapturingClock(): HastyClock {
  const clock = createHastyClock();
  clock.hasten([19_000, 21_000], 'loops');
  return clock;
}

function isWithin(milliseconds: number, [from, to]: readonly [from: number, to: number]): boolean {
  return milliseconds >= from && milliseconds <= to;
}
