import { FigureUnavailable } from '../problems/figure-unavailable.ts';

/** Percent a year beyond which a value is taken for a mistake of its source, such as another unit. */
const ABSURD = 1_000;

/**
 * Turns a yield into percent, and what cannot be one into undefined: nothing, zero or less, more than 1,000 %.
 *
 * Sources answer 0 for an unknown yield, so 0 does not mean "no yield".
 *
 * @param fraction - 0.064 is 6.4 %.
 */
export function findPercentOfFraction(fraction: number | null | undefined): number | undefined {
  // 15 digits, so that 0.0569 does not become 5.6899999999999995.
  return findPercent(fraction == null ? fraction : Number((fraction * 100).toPrecision(15)));
}

/** Returns percent unchanged, and undefined for values that {@link findPercentOfFraction} rejects. */
export function findPercent(percent: number | null | undefined): number | undefined {
  return percent != null && percent > 0 && percent <= ABSURD ? percent : undefined;
}

/** @throws {FigureUnavailable} when there is no percentage. */
export function requirePercent(percent: number | undefined): number {
  if (percent === undefined) throw new FigureUnavailable('no usable yield');
  return percent;
}
