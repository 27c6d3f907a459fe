import { type Upstream, UpstreamFault } from '../problems/faults.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import { drawFraction, type Random } from '../runtime/random.ts';
import { type Bulkhead, createBulkhead } from './bulkhead.ts';

/** Lets calls to one upstream through in fair turns, or refuses them. */
export type Guard = {
  /**
   * @throws {UpstreamFault} `unreachable`, at once, while the upstream is taken for down; {@link UpstreamBusy} when the
   *   call got no turn.
   */
  run: Bulkhead['run'];
};

/**
 * Makes the guard of one upstream: a bulkhead, and a breaker behind it.
 *
 * @param options.inFlight - calls at the same time.
 * @param options.onBreaker - told when the breaker begins and ceases to refuse.
 */
export function createGuard(options: {
  readonly upstream: Upstream;
  readonly inFlight: number;
  readonly clock: Clock;
  readonly onBreaker: (isOpen: boolean) => void;
}): Guard {
  const { upstream, clock, onBreaker } = options;
  const bulkhead = createBulkhead(options);
  const breaker = createBreaker({
    clock,
    // A refusal by the upstream is an answer; only the absence of one says that it is down.
    isFailure: (error) => error instanceof UpstreamFault,
    refuse: () => {
      throw new UpstreamFault(upstream, 'unreachable');
    },
    onChange: onBreaker,
  });
  return { run: (call) => bulkhead.run(() => breaker.run(call)) };
}

/** Stops calls to a system that mostly fails, so that nobody waits for it. */
export type Breaker = { run<T>(call: () => Promise<T>): Promise<T> };

const SLICES = 10;
const SLICE_MILLISECONDS = 1_000;
/** Calls in the window below which a failing share means nothing. */
const LEAST_CALLS = 20;
const FAILING_SHARE = 0.5;
const OPEN_MILLISECONDS = 5_000;

type Slice = { readonly number: number; failures: number; successes: number };
type CallResult = 'success' | 'failure' | 'neither';
type State =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly until: number }
  /** One call is let through to see; `over` resolves when it has ended. */
  | { readonly kind: 'probing'; readonly over: Promise<void> };

/**
 * Makes a breaker: when over half of at least twenty calls in ten seconds failed, it refuses for five seconds, then
 * lets one call through to see. Calls that come meanwhile wait for that one.
 *
 * @param options.isFailure - whether an error says that the system is down; other errors do not count.
 * @param options.refuse - throws in place of a call.
 * @param options.onChange - told at the start and whenever it begins or ceases to refuse.
 */
export function createBreaker(options: {
  readonly clock: Clock;
  readonly isFailure: (error: unknown) => boolean;
  readonly refuse: () => never;
  readonly onChange: (isOpen: boolean) => void;
}): Breaker {
  const { clock, isFailure, refuse, onChange } = options;
  let state: State = { kind: 'closed' };
  let slices: Slice[] = [];

  const enter = (next: State) => {
    state = next;
    onChange(next.kind === 'open');
  };
  const open = () => enter({ kind: 'open', until: clock.elapsed() + OPEN_MILLISECONDS });
  const count = (callResult: CallResult) => {
    if (callResult === 'neither') return;
    const number = Math.floor(clock.elapsed() / SLICE_MILLISECONDS);
    slices = slices.filter((slice) => slice.number > number - SLICES);
    let slice = slices.at(-1);
    if (slice?.number !== number) {
      slice = { number, failures: 0, successes: 0 };
      slices.push(slice);
    }
    if (callResult === 'success') slice.successes += 1;
    else slice.failures += 1;
    if (callResult === 'failure' && state.kind === 'closed' && isMostlyFailing(slices)) open();
  };
  const observe = async <T>(call: () => Promise<T>, onEnd: (callResult: CallResult) => void): Promise<T> => {
    try {
      const result = await call();
      onEnd('success');
      return result;
    } catch (error) {
      onEnd(isFailure(error) ? 'failure' : 'neither');
      throw error;
    }
  };
  const probe = async <T>(call: () => Promise<T>): Promise<T> => {
    const over = Promise.withResolvers<void>();
    enter({ kind: 'probing', over: over.promise });
    return await observe(call, (callResult) => {
      if (callResult === 'failure') open();
      else {
        slices = [];
        enter({ kind: 'closed' });
      }
      over.resolve();
    });
  };
  onChange(false);
  return {
    async run(call) {
      while (state.kind === 'probing') await state.over;
      if (state.kind === 'closed') return await observe(call, count);
      return clock.elapsed() < state.until ? refuse() : await probe(call);
    },
  };
}

function isMostlyFailing(slices: readonly Slice[]): boolean {
  const failures = slices.reduce((sum, slice) => sum + slice.failures, 0);
  const calls = slices.reduce((sum, slice) => sum + slice.successes, failures);
  return calls >= LEAST_CALLS && failures > FAILING_SHARE * calls;
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
