/** One whole, in basis points. */
export const BASIS_POINTS = 10_000n;

/** Fraction bits of the ratios the program stores: asset per LP, asset at request. */
export const FRACTION_BITS = 48n;

/** Divides two numbers that are not negative, rounding up. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
