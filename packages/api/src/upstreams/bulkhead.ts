import { type Upstream, UpstreamBusy } from '../problems/faults.ts';
import { currentCaller } from '../runtime/caller-context.ts';
import type { Clock } from '../runtime/clock.ts';

/** Bounds the calls to one upstream, so that neither a slow upstream nor many callers take it from one who asks seldom. */
export type Bulkhead = {
  /** @throws {UpstreamBusy} when the call could not begin in time; it has not begun then. */
  run<T>(call: () => Promise<T>): Promise<T>;
};

/** How long a call waits for its turn. */
const PATIENCE_MILLISECONDS = 500;
/** A caller is a newcomer for so many of its calls that have to wait, in each period. */
const NEWCOMERS_CALLS = 3;
const PERIOD_MILLISECONDS = 60_000;
/** Callers that are remembered for a period; it ends early when there are more. */
const REMEMBERED = 10_000;

type Waiter = { readonly caller: string; readonly begin: () => void };

/**
 * Makes the bulkhead of one upstream.
 *
 * A caller has at most half of the slots. Slots that become free go by turns to newcomers, first in, first out, and to the
 * others, where they rotate between callers, not calls. Calls that wait are as many as open requests make in half a second.
 * Background work has no caller and never waits: there is little of it, and all callers need it.
 *
 * @param options.inFlight - calls at the same time.
 * @param options.caller - tells whose call it is; the caller in context unless given.
 */
export function createBulkhead(options: {
  readonly upstream: Upstream;
  readonly inFlight: number;
  readonly clock: Clock;
  readonly caller?: () => string | undefined;
}): Bulkhead {
  const { upstream, inFlight, clock, caller: getCaller = currentCaller } = options;
  const most = Math.ceil(inFlight / 2);
  const runningOf = new Map<string, number>();
  let running = 0;
  const newcomers = new Set<Waiter>();
  // In the order of turns: whoever has just had one is last.
  const others = new Map<string, Set<Waiter>>();
  let isNewcomersTurn = true;
  const isNewcomer = createNewcomers(clock);

  const mayRun = (caller: string) => running < inFlight && (runningOf.get(caller) ?? 0) < most;
  const count = (caller: string, change: 1 | -1) => {
    running += change;
    const left = (runningOf.get(caller) ?? 0) + change;
    if (left === 0) runningOf.delete(caller);
    else runningOf.set(caller, left);
  };
  // Two callers at most have all that one may have, so both of these look at few.
  const findNewcomer = () => newcomers.values().find((each) => mayRun(each.caller));
  const findOther = () => {
    const next = others.entries().find(([each]) => mayRun(each));
    if (next === undefined) return undefined;
    const [caller, queue] = next;
    others.delete(caller);
    others.set(caller, queue);
    const [first] = queue;
    return first;
  };
  const giveTurn = () => {
    const next = isNewcomersTurn ? (findNewcomer() ?? findOther()) : (findOther() ?? findNewcomer());
    isNewcomersTurn = !isNewcomersTurn;
    next?.begin();
  };
  const waitFor = async (caller: string): Promise<void> => {
    const turn = Promise.withResolvers<void>();
    const queue = isNewcomer(caller) ? newcomers : (others.get(caller) ?? new Set());
    if (queue !== newcomers) others.set(caller, queue);
    const leave = () => {
      timer.cancel();
      queue.delete(waiter);
      if (queue.size === 0 && others.get(caller) === queue) others.delete(caller);
    };
    const waiter: Waiter = {
      caller,
      begin: () => {
        leave();
        count(caller, 1);
        turn.resolve();
      },
    };
    const timer = clock.after(PATIENCE_MILLISECONDS, () => {
      leave();
      turn.reject(new UpstreamBusy(upstream));
    });
    queue.add(waiter);
    await turn.promise;
  };
  return {
    async run(call) {
      const caller = getCaller();
      if (caller === undefined) return await call();
      if (mayRun(caller)) count(caller, 1);
      else await waitFor(caller);
      try {
        return await call();
      } finally {
        count(caller, -1);
        giveTurn();
      }
    },
  };
}

/** Counts a call that waits, and tells if its caller is a newcomer: one who is refused and asks again is none for it. */
function createNewcomers(clock: Clock): (caller: string) => boolean {
  const waits = new Map<string, number>();
  let began = clock.elapsed();
  return (caller) => {
    if (clock.elapsed() - began >= PERIOD_MILLISECONDS || waits.size >= REMEMBERED) {
      waits.clear();
      began = clock.elapsed();
    }
    const before = waits.get(caller) ?? 0;
    waits.set(caller, before + 1);
    return before < NEWCOMERS_CALLS;
  };
}
