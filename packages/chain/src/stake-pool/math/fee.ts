import type { Fee } from '../types/fee.ts';

/**
 * Which way a program rounds fees: `down` in release 1.0.0 and in Sanctum's program for pools of one validator,
 * `up` in 2.x and in Sanctum's other program. It stands for the release where more than rounding differs, which is in withdrawals of stake alone.
 */
export type FeeRounding = 'down' | 'up';

/**
 * Applies a fee to an amount of lamports or tokens: `amount · numerator / denominator`.
 *
 * @param amount - a non-negative count of base units.
 * @returns base units of the same kind, rounded as `rounding` says; zero for a denominator of zero.
 */
export function applyFee(fee: Fee, amount: bigint, rounding: FeeRounding): bigint {
  if (fee.denominator === 0n) return 0n;
  const product = amount * fee.numerator;
  return rounding === 'down' ? product / fee.denominator : ceilingDivide(product, fee.denominator);
}

/**
 * Splits a deposit fee between the referrer and the manager.
 *
 * @param percent - the referrer's part, 0 to 100; it is rounded down, and the manager has the rest.
 */
export function splitDepositFee(
  feeTokens: bigint,
  percent: number,
): { referrerTokens: bigint; managerTokens: bigint } {
  const referrerTokens = (feeTokens * BigInt(percent)) / 100n;
  return { referrerTokens, managerTokens: feeTokens - referrerTokens };
}

/** Divides non-negative integers, rounding up. */
export function ceilingDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
