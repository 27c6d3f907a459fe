import { currentCaller, FairQueue } from '../../runtime/callers.ts';
import { type Clock, sleep } from '../../runtime/clock.ts';

/** The pace of a number of the ledger. */
export type Pace = ReturnType<typeof createPace>;

const WINDOW_MILLISECONDS = 60_000;
/**
 * An interval whose pace is further from the median than this factor is a jump or a halt, and does not count. Below 3, the
 * rounding of whole steps would be taken for one: of blocks of 734 ms, a second sees one or two.
 */
const OUTLIER = 5;

/** The growth from one observation to the next. */
type Interval = { readonly since: number; readonly steps: number; readonly time: number };

/** Measures how fast a number of the ledger grows, its block height or its slot, from a minute of observations. */
export function createPace() {
  const intervals: Interval[] = [];
  let last: { readonly count: bigint; readonly at: number } | undefined;
  let measured: number | undefined;
  return {
    /** Records the number at a moment of the monotonic clock, milliseconds. */
    observe(count: bigint, at: number): void {
      if (last !== undefined && count <= last.count) return;
      if (last !== undefined) {
        intervals.push({ since: last.at, steps: Number(count - last.count), time: at - last.at });
      }
      last = { count, at };
      while (intervals.length > 1 && at - (intervals[0]?.since ?? at) > WINDOW_MILLISECONDS)
        intervals.shift();
      measured = measure(intervals);
    },
    /** Milliseconds for each step, over the last minute; undefined until it has grown once. */
    milliseconds: () => measured,
  };
}

function measure(intervals: readonly Interval[]): number | undefined {
  const paces = intervals.map(({ time, steps }) => time / steps).sort((a, b) => a - b);
  const median = paces[paces.length >> 1];
  if (median === undefined) return undefined;
  let steps = 0;
  let time = 0;
  for (const interval of intervals) {
    const pace = interval.time / interval.steps;
    if (pace > median * OUTLIER || pace < median / OUTLIER) continue;
    steps += interval.steps;
    time += interval.time;
  }
  return time / steps;
}

type CallPace = ReturnType<typeof createCallPace>;

/** Calls a second that a node is taken to bear until it says otherwise. */
const MOST_PER_SECOND = 100;
const LEAST_PER_SECOND = 1;
/** Calls a second that are added each second without a refusal. */
const RECOVERY_PER_SECOND = 0.5;
/** Refusals of calls that were under way together are one. */
const SAME_REFUSAL_MILLISECONDS = 1_000;

/** Share of the bucket that reads of callers leave to sends and feeds, more than resends leave. */
const READS_LEAVE = 0.5;

/**
 * Creates the pace of one node: a token bucket that learns the limit of the node. The rate halves with each refusal, and
 * recovers slowly.
 */
export function createCallPace({ elapsed }: Clock) {
  let rate = MOST_PER_SECOND;
  let tokens = rate;
  let at = elapsed();
  let slowedAt = Number.NEGATIVE_INFINITY;
  const refill = () => {
    const seconds = (elapsed() - at) / 1_000;
    at = elapsed();
    rate = Math.min(MOST_PER_SECOND, rate + seconds * RECOVERY_PER_SECOND);
    // Never less than one whole call, or a slow node would not be asked again.
    tokens = Math.min(Math.max(rate, 2), tokens + seconds * rate);
  };
  return {
    /**
     * Counts a call that is made whatever the pace.
     *
     * @param isCallers - true for a read of a caller, which takes nothing of what sends need.
     */
    spend(isCallers = false): void {
      refill();
      const least = isCallers ? Math.min(tokens, READS_LEAVE * rate) : -rate;
      tokens = Math.max(least, tokens - 1);
    },
    /**
     * Allows a call, and counts it.
     *
     * @param reserve - share of the bucket that must be left for others.
     */
    trySpend(reserve: number): boolean {
      if (!this.allows(reserve)) return false;
      tokens -= 1;
      return true;
    },
    /** Checks whether a call would leave `reserve`, a share of the bucket, for others. */
    allows(reserve: number): boolean {
      refill();
      return tokens - 1 >= reserve * rate;
    },
    /** The node said that it was asked too often. */
    slowDown(): void {
      refill();
      tokens = Math.min(tokens, 0);
      if (elapsed() - slowedAt < SAME_REFUSAL_MILLISECONDS) return;
      slowedAt = elapsed();
      rate = Math.max(LEAST_PER_SECOND, rate / 2);
    },
  };
}

type Waiter = { readonly until: number; readonly tell: (hasTurn: boolean) => void };

const PAUSE_MILLISECONDS = 50;

/** Creates the turns of one node: first sends go as its pace allows, and waiting callers are served round-robin. */
export function createSendTurns(pace: CallPace, clock: Clock) {
  const waiting = new FairQueue<Waiter>();
  let isGiving = false;

  const give = async (reserve: number): Promise<void> => {
    isGiving = true;
    while (!waiting.isEmpty) {
      await sleep(clock, PAUSE_MILLISECONDS);
      while (!waiting.isEmpty && pace.trySpend(reserve)) waiting.take()?.tell(true);
      for (const [caller, waiter] of waiting) {
        if (waiter.until > clock.elapsed()) continue;
        waiting.remove(caller, waiter);
        waiter.tell(false);
      }
    }
    isGiving = false;
  };
  return {
    /**
     * Waits for a turn, and counts the call.
     *
     * @param reserve - share of the pace that must be left for others.
     * @returns false when none came within `milliseconds`.
     */
    async take(reserve: number, milliseconds: number): Promise<boolean> {
      if (waiting.isEmpty && pace.trySpend(reserve)) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.add(currentCaller() ?? '', { until: clock.elapsed() + milliseconds, tell: resolve });
      if (!isGiving) void give(reserve);
      return await promise;
    },
  };
}
