import type { ReserveFee } from './accounts.ts';

/** The program computes in numbers of so many decimal places, and rounds each product and quotient to the nearest. */
const ONE = 10n ** 12n;
const HALF = ONE / 2n;

/** A pool when somebody leaves: lamports. */
export type ReserveLiquidity = { readonly incomingStake: bigint; readonly solReserves: bigint };

/**
 * Computes what the Reserve takes for a stake account, in lamports, rounded up.
 *
 * With m the slope of the fee over all lamports of the pool, c the fee at full liquidity, I the stake it has not emptied
 * yet and S the account, the part is (I + S + c/m) / (1/m + S). From the program's public source.
 */
export function priceUnstake(fee: ReserveFee, pool: ReserveLiquidity, lamports: bigint): bigint {
  const full = divide(fee.atFull.numerator * ONE, fee.atFull.denominator * ONE);
  const none = divide(fee.atNone.numerator * ONE, fee.atNone.denominator * ONE);
  const owned = (pool.incomingStake + pool.solReserves) * ONE;
  const slope = none - full;
  const numerator = divide(multiply(owned, full), slope) + (pool.incomingStake + lamports) * ONE;
  const denominator = divide(owned, slope) + lamports * ONE;
  return (multiply(lamports * ONE, divide(numerator, denominator)) + ONE - 1n) / ONE;
}

/**
 * Finds the smallest stake account that the Reserve pays so many lamports for.
 *
 * @returns undefined when it does not hold enough.
 */
export function solveUnstake(fee: ReserveFee, pool: ReserveLiquidity, payout: bigint): bigint | undefined {
  if (payout > pool.solReserves) return undefined;
  let low = payout;
  let high = payout * 2n;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (middle - priceUnstake(fee, pool, middle) >= payout) high = middle;
    else low = middle + 1n;
  }
  return low;
}

function multiply(left: bigint, right: bigint): bigint {
  return (left * right + HALF) / ONE;
}

function divide(left: bigint, right: bigint): bigint {
  return (left * ONE + HALF) / right;
}
