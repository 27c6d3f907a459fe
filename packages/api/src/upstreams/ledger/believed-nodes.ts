/** Slots that a node may be ahead of the median of all; one beyond that makes slots up. */
const LEAD_LIMIT = 50n;

/**
 * Drops readings that are too far ahead to be true: more than 50 slots above the median.
 *
 * Of an even number the median is the mean of the two in the middle, rounded down. Readings without a slot (0) do not count.
 */
export function believed<T>(items: readonly T[], getSlot: (item: T) => bigint): readonly T[] {
  // Alone it is its own median.
  if (items.length < 2) return items;
  const slots = items.map(getSlot).filter((slot) => slot > 0n);
  const sorted = slots.toSorted((a, b) => (a < b ? -1 : 1));
  const half = sorted.length >> 1;
  const upper = sorted[half];
  if (upper === undefined) return items;
  const lower = sorted.length % 2 === 0 ? (sorted[half - 1] ?? upper) : upper;
  const median = (lower + upper) / 2n;
  return items.filter((item) => getSlot(item) - median <= LEAD_LIMIT);
}
