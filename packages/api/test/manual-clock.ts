import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../src/runtime/clock.ts';

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock & {
  /** Lets time pass: makes every call that becomes due, in order, each after what the one before set off. */
  pass(milliseconds: number): Promise<void>;
  /**
   * Lets time pass in steps of `step` milliseconds until work is done that may wait for it: closing a service, whose
   * background work may be in a pause before another attempt.
   *
   * @returns what the work gives, or throws what it throws.
   */
  passUntil<Result>(work: Promise<Result>, step?: number): Promise<Result>;
  /** Moves the wall clock alone, forwards or back, as an operator or a time server does. */
  setAhead(milliseconds: number): void;
  /** Calls that are due later. */
  readonly pending: number;
};

type Call = { readonly due: number; readonly call: () => void };

/** Turns of the event loop in which promises of one call are taken to settle; sockets and threads may need more. */
const TURNS = 8;
const STEP_MILLISECONDS = 100;

/** Makes a clock that starts at `now`, Unix milliseconds. */
export function createManualClock(now = Date.parse('2026-07-31T00:00:00Z')): ManualClock {
  const calls = new Set<Call>();
  let elapsed = 0;
  let ahead = 0;
  const settle = async () => {
    for (let i = 0; i < TURNS; i += 1) await turn();
  };
  const next = (until: number): Call | undefined =>
    [...calls].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
  const pass = async (milliseconds: number) => {
    const until = elapsed + milliseconds;
    await settle();
    for (let due = next(until); due !== undefined; due = next(until)) {
      calls.delete(due);
      elapsed = Math.max(elapsed, due.due);
      due.call();
      await settle();
    }
    elapsed = until;
  };
  return {
    now: () => now + elapsed + ahead,
    elapsed: () => elapsed,
    after(milliseconds, call) {
      const entry = { due: elapsed + Math.max(0, milliseconds), call };
      calls.add(entry);
      return { cancel: () => void calls.delete(entry) };
    },
    pass,
    async passUntil(work, step = STEP_MILLISECONDS) {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      work.then(over, over);
      for (await settle(); !isOver; ) await pass(step);
      return await work;
    },
    setAhead(milliseconds) {
      ahead = milliseconds;
    },
    get pending() {
      return calls.size;
    },
  };
}
