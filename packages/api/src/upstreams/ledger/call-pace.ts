import type { Clock } from '../../runtime/clock.ts';

/** How much a node is asked: a token bucket that learns the limit of the node from its refusals. */
export type CallPace = {
  /**
   * Counts a call that is made whatever the pace.
   *
   * @param isCallers - whether a caller wants to read something: that takes nothing of what sends need.
   */
  spend(isCallers?: boolean): void;
  /**
   * Allows a call, and counts it.
   *
   * @param reserve - share of the bucket that must be left for others.
   */
  trySpend(reserve: number): boolean;
  /** The node said that it was asked too often. */
  slowDown(): void;
};

/** Calls a second that a node is taken to bear until it says otherwise. */
const MOST_PER_SECOND = 100;
const LEAST_PER_SECOND = 1;
/** Calls a second that are added each second without a refusal. */
const RECOVERY_PER_SECOND = 0.5;
/** Refusals of calls that were under way together are one. */
const SAME_REFUSAL_MILLISECONDS = 1_000;

/** Share of the bucket that reads of callers leave to sends and feeds, more than resends leave. */
const READS_LEAVE = 0.5;

/** Makes the pace of one node: the rate halves with each refusal, and recovers slowly. */
export function createCallPace({ elapsed }: Pick<Clock, 'elapsed'>): CallPace {
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
    spend(isCallers = false) {
      refill();
      const least = isCallers ? Math.min(tokens, READS_LEAVE * rate) : -rate;
      tokens = Math.max(least, tokens - 1);
    },
    trySpend(reserve) {
      refill();
      if (tokens - 1 < reserve * rate) return false;
      tokens -= 1;
      return true;
    },
    slowDown() {
      refill();
      tokens = Math.min(tokens, 0);
      if (elapsed() - slowedAt < SAME_REFUSAL_MILLISECONDS) return;
      slowedAt = elapsed();
      rate = Math.max(LEAST_PER_SECOND, rate / 2);
    },
  };
}
