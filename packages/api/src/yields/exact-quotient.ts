import { FigureUnavailable } from '../problems/figure-unavailable.ts';

/** Significant digits before rounding: a double holds 17. */
const DIGITS = 21;

/**
 * Divides two amounts of the ledger.
 *
 * @returns the double nearest to the exact quotient.
 * @throws {FigureUnavailable} unless both are above zero.
 */
export function exactQuotient(numerator: bigint, denominator: bigint): number {
  if (numerator <= 0n || denominator <= 0n) throw new FigureUnavailable('nothing to divide');
  const places = Math.max(0, DIGITS + String(denominator).length - String(numerator).length);
  const digits = (numerator * 10n ** BigInt(places)) / denominator;
  return Number(`${digits}e-${places}`);
}
