/** A figure that was measured often: the median, and what it lies between with a confidence of 95 %. */
export type Spread = { readonly middle: number; readonly low: number; readonly high: number };

/**
 * The median of repeated measurements with its bounds, whatever their distribution: order statistics, by the sign test.
 * Of fewer than six values the bounds are the least and the most.
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const at = (place: number) =>
    sorted[Math.min(Math.max(Math.round(place), 0), sorted.length - 1)] ?? Number.NaN;
  return {
    middle: median(sorted),
    low: at(sorted.length / 2 - reach - 1),
    high: at(sorted.length / 2 + reach),
  };
}

/** The ratios of measurements that were made side by side. */
export function pairedRatios(over: readonly number[], under: readonly number[]): readonly number[] {
  return over.map((value, round) => value / (under[round] ?? Number.NaN));
}

/** The middle value; of an even count, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}
