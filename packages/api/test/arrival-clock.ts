import { type Clock, SYSTEM_CLOCK, type Timer } from '../src/runtime/clock.ts';

/** A clock whose deadlines pass when a test says so, and whose pauses are over at once. */
export type ArrivalClock = Clock & {
  /** Lets every deadline pass that is waited for. */
  expire(): void;
};

/** What takes as long is a deadline; what is shorter, a pause between two attempts. */
const SHORTEST_DEADLINE = 5_000;

/** Makes a clock that runs as the system's otherwise. */
export function createArrivalClock(): ArrivalClock {
  const deadlines = new Set<() => void>();
  return {
    ...SYSTEM_CLOCK,
    after(milliseconds, call, options): Timer {
      if (milliseconds < SHORTEST_DEADLINE) return SYSTEM_CLOCK.after(0, call, options);
      deadlines.add(call);
      return { cancel: () => void deadlines.delete(call) };
    },
    expire() {
      const passed = [...deadlines];
      deadlines.clear();
      for (const call of passed) call();
    },
  };
}
