import { type Upstream, UpstreamBusy } from '../problems/faults.ts';
import { currentCaller } from '../runtime/caller-context.ts';
import type { Clock, Timer } from '../runtime/clock.ts';

/** Bounds the calls to one upstream, so that neither a slow upstream nor one caller takes it from all others. */
export type Bulkhead = {
  /** @throws {UpstreamBusy} when the call could not begin in time; it has not begun then. */
  run<T>(call: () => Promise<T>): Promise<T>;
};

/** How long a call waits for its turn. */
const PATIENCE_MILLISECONDS = 500;
/** Calls that may wait for one that runs, of one caller and of all. */
const WAITING_PER_RUNNING = { one: 2, all: 8 };

type Waiter = { readonly begin: () => void; readonly timer: Timer };
/** What one caller has under way. */
type Share = { running: number; readonly waiting: Set<Waiter> };

/**
 * Makes the bulkhead of one upstream.
 *
 * A caller has at most half of the slots, and free slots rotate between callers, not calls. Background work has no caller
 * and never waits: there is little of it, and all callers need it.
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
  // In the order of turns: whoever has just had one is last.
  const shares = new Map<string, Share>();
  let running = 0;
  let waiting = 0;

  const hasRoomFor = (share: Share) => running < inFlight && share.running < most;
  const begin = (share: Share) => {
    running += 1;
    share.running += 1;
  };
  const forgetIdle = (caller: string, share: Share) => {
    if (share.running === 0 && share.waiting.size === 0) shares.delete(caller);
  };
  const giveTurns = () => {
    for (const [caller, share] of shares) {
      if (running >= inFlight) return;
      const [first] = share.waiting;
      if (first === undefined || !hasRoomFor(share)) continue;
      first.begin();
      shares.delete(caller);
      shares.set(caller, share);
    }
  };
  const waitFor = (share: Share): Promise<void> => {
    if (share.waiting.size >= inFlight * WAITING_PER_RUNNING.one) throw new UpstreamBusy(upstream);
    if (waiting >= inFlight * WAITING_PER_RUNNING.all) throw new UpstreamBusy(upstream);
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      waiting -= 1;
      share.waiting.delete(waiter);
    };
    const waiter: Waiter = {
      begin: () => {
        waiter.timer.cancel();
        leave();
        begin(share);
        turn.resolve();
      },
      timer: clock.after(PATIENCE_MILLISECONDS, () => {
        leave();
        turn.reject(new UpstreamBusy(upstream));
      }),
    };
    waiting += 1;
    share.waiting.add(waiter);
    return turn.promise;
  };
  return {
    async run(call) {
      const caller = getCaller();
      if (caller === undefined) return await call();
      const share = shares.get(caller) ?? { running: 0, waiting: new Set() };
      shares.set(caller, share);
      try {
        if (hasRoomFor(share)) begin(share);
        else await waitFor(share);
      } catch (error) {
        forgetIdle(caller, share);
        throw error;
      }
      try {
        return await call();
      } finally {
        running -= 1;
        share.running -= 1;
        forgetIdle(caller, share);
        giveTurns();
      }
    },
  };
}
