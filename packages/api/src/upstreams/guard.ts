import { BoundedCache } from '@staking-agent/chain/address';
import { type Upstream, UpstreamBusy, UpstreamFault } from '../problems/faults.ts';
import { currentCaller, FairQueue } from '../runtime/callers.ts';
import { type Clock, drawFraction, type Random, sleep } from '../runtime/clock.ts';

/** Lets calls through, or refuses them. */
type Guard = { run<T>(call: () => Promise<T>): Promise<T> };

/**
 * Creates the guard of one upstream: a bulkhead, and a breaker behind it.
 *
 * `run` throws {@link UpstreamFault} `unreachable`, at once, while the upstream is taken for down, and {@link UpstreamBusy}
 * when the call got no turn.
 *
 * @param inFlight - calls at the same time.
 * @param onBreaker - called when the breaker begins and ceases to refuse.
 */
export function createGuard(
  upstream: Upstream,
  inFlight: number,
  clock: Clock,
  onBreaker: (isOpen: boolean) => void,
): Guard {
  const bulkhead = createBulkhead(upstream, inFlight, clock);
  const breaker = createBreaker(upstream, clock, onBreaker);
  return { run: (call) => bulkhead.run(() => breaker.run(call)) };
}

const WINDOW_MILLISECONDS = 10_000;
/** Calls in the window below which a failing share means nothing. */
const LEAST_CALLS = 20;
const FAILING_SHARE = 0.5;
const OPEN_MILLISECONDS = 5_000;

/**
 * Creates a breaker: when over half of at least twenty calls in ten seconds failed, it refuses for five seconds, then lets
 * one call through. Calls that come meanwhile wait for that one. A refusal by the upstream is an answer: only
 * {@link UpstreamFault} counts as a failure, and other errors do not count.
 *
 * @param onChange - called at the start and whenever it begins or ceases to refuse.
 */
export function createBreaker(upstream: Upstream, clock: Clock, onChange: (isOpen: boolean) => void): Guard {
  let ends: { readonly at: number; readonly hasFailed: boolean }[] = [];
  let openUntil: number | undefined;
  let probe: Promise<void> | undefined;

  const open = () => {
    openUntil = clock.elapsed() + OPEN_MILLISECONDS;
    onChange(true);
  };
  const count = (hasFailed: boolean) => {
    const at = clock.elapsed();
    while (ends[0] !== undefined && ends[0].at <= at - WINDOW_MILLISECONDS) ends.shift();
    ends.push({ at, hasFailed });
    if (!hasFailed || openUntil !== undefined || ends.length < LEAST_CALLS) return;
    if (ends.filter((end) => end.hasFailed).length > FAILING_SHARE * ends.length) open();
  };
  const observe = async <T>(call: () => Promise<T>, onEnd: (hasFailed?: boolean) => void): Promise<T> => {
    try {
      const result = await call();
      onEnd(false);
      return result;
    } catch (error) {
      onEnd(error instanceof UpstreamFault ? true : undefined);
      throw error;
    }
  };
  const tryOne = <T>(call: () => Promise<T>): Promise<T> => {
    const over = Promise.withResolvers<void>();
    probe = over.promise;
    onChange(false);
    return observe(call, (hasFailed) => {
      probe = undefined;
      openUntil = undefined;
      ends = [];
      if (hasFailed === true) open();
      else onChange(false);
      over.resolve();
    });
  };
  onChange(false);
  return {
    async run(call) {
      while (probe !== undefined) await probe;
      if (openUntil === undefined) {
        return await observe(call, (hasFailed) => hasFailed !== undefined && count(hasFailed));
      }
      if (clock.elapsed() < openUntil) throw new UpstreamFault(upstream, 'unreachable');
      return await tryOne(call);
    },
  };
}

/** How long a call waits for its turn. */
const PATIENCE_MILLISECONDS = 500;
/** A caller is a newcomer for so many of its calls that have to wait, in each period. */
const NEWCOMERS_CALLS = 3;
const PERIOD_MILLISECONDS = 60_000;
/** Callers that are remembered for a period; it ends early when there are more. */
const REMEMBERED_CALLERS = 10_000;

type Waiter = { readonly caller: string; readonly begin: () => void };

/**
 * Creates the bulkhead of one upstream, which bounds its calls.
 *
 * A caller has at most half of the places. Places that become free go by turns to newcomers, first in, first out, and to the
 * others, where they rotate between callers, not calls. A call that gets no place within half a second is refused with
 * {@link UpstreamBusy}; it has not begun then. Background work has no caller and never waits: there is little of it, and all
 * callers need it.
 *
 * @param inFlight - calls at the same time.
 */
export function createBulkhead(upstream: Upstream, inFlight: number, clock: Clock): Guard {
  const most = Math.ceil(inFlight / 2);
  const runningOf = new Map<string, number>();
  let running = 0;
  const newcomers = new Set<Waiter>();
  const others = new FairQueue<Waiter>();
  let isNewcomersTurn = true;
  const isNewcomer = createNewcomers(clock);

  // At most two callers can have all places that one may have, so look-ups by this look at few.
  const mayRun = (caller: string) => running < inFlight && (runningOf.get(caller) ?? 0) < most;
  const count = (caller: string, change: 1 | -1) => {
    running += change;
    const left = (runningOf.get(caller) ?? 0) + change;
    if (left === 0) runningOf.delete(caller);
    else runningOf.set(caller, left);
  };
  const giveTurn = () => {
    const findNewcomer = () => newcomers.values().find(({ caller }) => mayRun(caller));
    const takeOther = () => others.take(mayRun);
    const next = isNewcomersTurn ? (findNewcomer() ?? takeOther()) : (takeOther() ?? findNewcomer());
    isNewcomersTurn = !isNewcomersTurn;
    next?.begin();
  };
  const waitFor = async (caller: string): Promise<void> => {
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      timer.cancel();
      newcomers.delete(waiter);
      others.remove(caller, waiter);
    };
    const begin = () => {
      leave();
      count(caller, 1);
      turn.resolve();
    };
    const waiter = { caller, begin };
    const timer = clock.after(PATIENCE_MILLISECONDS, () => {
      leave();
      turn.reject(new UpstreamBusy(upstream));
    });
    if (isNewcomer(caller)) newcomers.add(waiter);
    else others.add(caller, waiter);
    await turn.promise;
  };
  return {
    async run(call) {
      const caller = currentCaller();
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

/** Counts calls that wait; a caller that is refused and asks again is no newcomer for it. */
function createNewcomers(clock: Clock): (caller: string) => boolean {
  const waits = new Map<string, number>();
  let began = clock.elapsed();
  return (caller) => {
    if (clock.elapsed() - began >= PERIOD_MILLISECONDS || waits.size >= REMEMBERED_CALLERS) {
      waits.clear();
      began = clock.elapsed();
    }
    const before = waits.get(caller) ?? 0;
    waits.set(caller, before + 1);
    return before < NEWCOMERS_CALLS;
  };
}

/** Milliseconds one attempt may take, and all of them together. */
export type Budget = { readonly each: number; readonly total: number };

/**
 * Makes one attempt, and a second one if the first got no answer and time is left. Only for repeatable calls; refusals and
 * unreadable answers are not repeated.
 *
 * @param attempt - gets the milliseconds it may take.
 */
export async function withinBudget<T>(
  { each, total }: Budget,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  attempt: (milliseconds: number) => Promise<T>,
): Promise<T> {
  const deadline = clock.elapsed() + total;
  try {
    return await attempt(each);
  } catch (fault) {
    if (!(fault instanceof UpstreamFault) || fault.kind === 'malformed') throw fault;
    const pause = drawRetryPause(random);
    const left = Math.floor(Math.min(each, deadline - clock.elapsed() - pause));
    // Known before the pause, which would only make the caller wait for the same fault.
    if (left < total / 10) throw fault;
    await sleep(clock, pause);
    return attempt(left);
  }
}

/** Returns the milliseconds to wait before a retry, with jitter. */
export function drawRetryPause(random: Random): number {
  return 100 + drawFraction(random) * 300;
}

const FRESH_MILLISECONDS = 2_000;
const REMEMBERED_READINGS = 100;
/** Readings at the same time: few beside what a node takes, so that these are refused long before builds are. */
const READINGS_IN_FLIGHT = 8;

/**
 * Creates a cache of large readings of the ledger for two seconds, with a bulkhead of its own.
 *
 * @param options.inFlight - readings at the same time; one caller has half of them.
 * @throws {UpstreamBusy} from a reading when all places are taken.
 */
export function shareReadings<T>({
  clock,
  inFlight = READINGS_IN_FLIGHT,
}: {
  readonly clock: Clock;
  readonly inFlight?: number;
}) {
  const bulkhead = createBulkhead('ledger', inFlight, clock);
  const known = new BoundedCache<{ readonly at: number; readonly reading: Promise<T> }>(REMEMBERED_READINGS);
  const share = async (
    key: string,
    read: () => Promise<T>,
    /** Checks whether an earlier reading may be returned again; every one unless given. */
    isGood?: (reading: T) => boolean,
  ): Promise<T> => {
    const last = known.get(key);
    const at = clock.elapsed();
    if (last !== undefined && at - last.at < FRESH_MILLISECONDS) {
      const made = await last.reading;
      if (isGood === undefined || isGood(made)) return made;
      // The first that finds this reads anew, for all who wait.
      if (known.get(key) !== last) return await share(key, read);
    }
    const reading = bulkhead.run(read);
    const entry = known.set(key, { at, reading });
    const forget = () => {
      if (known.get(key) === entry) known.delete(key);
    };
    clock.after(FRESH_MILLISECONDS, forget, { isBackground: true });
    try {
      return await reading;
    } catch (error) {
      // A failure is answered only to those who waited for it.
      forget();
      throw error;
    }
  };
  return share;
}
