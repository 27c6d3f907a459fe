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

type Observation = { readonly count: bigint; readonly at: number };

/** Starts to measure; what it says is as exact as a minute of observations is. */
export function createPace(): Pace {
  const seen: Observation[] = [];
  let measured: number | undefined;
  return {
    observe(count, at) {
      const last = seen.at(-1);
      if (last !== undefined && count <= last.count) return;
      seen.push({ count, at });
      while (seen.length > 2 && at - (seen[0]?.at ?? at) > WINDOW_MILLISECONDS) seen.shift();
      measured = measure(seen);
    },
    milliseconds: () => measured,
  };
}

function measure(seen: readonly Observation[]): number | undefined {
  const intervals = seen.slice(1).map(({ count, at }, i) => {
    const before = seen[i] ?? { count, at };
    return { steps: Number(count - before.count), time: at - before.at };
  });
  const paces = intervals.map(({ steps, time }) => time / steps).sort((a, b) => a - b);
  const median = paces[Math.floor(paces.length / 2)];
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
