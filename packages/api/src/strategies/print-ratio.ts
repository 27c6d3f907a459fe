/** How what does not fit is rounded. */
export type RatioRounding = 'down' | 'up';

/**
 * Prints a ratio of whole numbers as decimal text, without trailing zeros.
 *
 * @param denominator - above zero.
 * @param places - decimal places at the most; what is beyond is rounded.
 */
export function printRatio(
  numerator: bigint,
  denominator: bigint,
  places: number,
  rounding: RatioRounding = 'down',
): string {
  const up = rounding === 'up' ? denominator - 1n : 0n;
  const scaled = (numerator * 10n ** BigInt(places) + up) / denominator;
  const digits = String(scaled).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Prints percent with four places, rounded to nearest; null for an unknown value. */
export function printPercent(percent: number | null | undefined): string | null {
  return percent == null ? null : percent.toFixed(4);
}
