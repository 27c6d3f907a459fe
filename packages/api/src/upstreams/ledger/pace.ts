/** How fast a number of the ledger grows: its block height, or its slot. */
export type Pace = {
  /** Takes note of what the number was at a moment of the monotonic clock, milliseconds. */
  observe(count: bigint, at: number): void;
  /** Milliseconds for each step, over the last minute; undefined until it has grown once. */
  milliseconds(): number | undefined;
};

const WINDOW_MILLISECONDS = 60_000;
/**
 * An interval whose pace is further from the median than this factor is a jump or a halt, and does not count. Below 3, the
 * rounding of whole steps would be taken for one: of blocks of 734 ms, a second sees one or two.
 */
const OUTLIER = 5;

/** What it grew by from one observation to the next. */
type Interval = {
  readonly since: number;
  readonly steps: number;
  readonly time: number;
  readonly pace: number;
};

/** Starts to measure; what it says is as exact as a minute of observations is. */
export function createPace(): Pace {
  const intervals: Interval[] = [];
  // Every node is asked several times a second, so nothing is sorted anew.
  const byPace: Interval[] = [];
  let last: { readonly count: bigint; readonly at: number } | undefined;
  let measured: number | undefined;
  const add = (interval: Interval) => {
    intervals.push(interval);
    byPace.splice(findPlace(byPace, interval.pace), 0, interval);
  };
  const forget = () => {
    const oldest = intervals.shift();
    if (oldest !== undefined) byPace.splice(byPace.indexOf(oldest), 1);
  };
  return {
    observe(count, at) {
      if (last !== undefined && count <= last.count) return;
      if (last !== undefined) {
        const [steps, time] = [Number(count - last.count), at - last.at];
        add({ since: last.at, steps, time, pace: time / steps });
      }
      last = { count, at };
      while (intervals.length > 1 && at - (intervals[0]?.since ?? at) > WINDOW_MILLISECONDS) forget();
      measured = measure(byPace);
    },
    milliseconds: () => measured,
  };
}

/** The first place of a pace among intervals by their pace. */
function findPlace(byPace: readonly Interval[], pace: number): number {
  let [from, to] = [0, byPace.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((byPace[middle]?.pace ?? pace) < pace) from = middle + 1;
    else to = middle;
  }
  return from;
}

function measure(byPace: readonly Interval[]): number | undefined {
  const median = byPace[byPace.length >> 1]?.pace;
  if (median === undefined) return undefined;
  let steps = 0;
  let time = 0;
  for (const interval of byPace) {
    if (interval.pace > median * OUTLIER || interval.pace < median / OUTLIER) continue;
    steps += interval.steps;
    time += interval.time;
  }
  return time / steps;
}
