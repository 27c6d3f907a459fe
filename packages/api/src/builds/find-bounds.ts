import type { ProblemCode } from '@staking-agent/wire';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';

/** The least and the most that is taken, in base units; or why nothing is. */
export type Bounds =
  | { readonly isOpen: true; readonly least: bigint; readonly most: bigint }
  | { readonly isOpen: false; readonly refusal: ProblemError };

/** What is said of an amount that is too small. */
const TOO_SMALL: ReadonlySet<ProblemCode> = new Set([
  'AMOUNT_BELOW_ONE_SHARE',
  'AMOUNT_TOO_SMALL',
  'BELOW_MINIMUM_DELEGATION',
]);

/**
 * Finds the smallest and largest accepted amount by trying at most about 100 amounts.
 *
 * It assumes that every amount below one that is too small is too small as well, and that every amount above one that is
 * refused for another reason is refused as well.
 *
 * @param ceiling - highest amount to try, base units above zero.
 * @param attempt - tries an amount without effects; throws the refusal.
 */
export function findBounds(ceiling: bigint, attempt: (amount: bigint) => unknown): Bounds {
  const refuse = (amount: bigint): ProblemError | undefined => {
    try {
      attempt(amount);
      return undefined;
    } catch (error) {
      if (isProblemError(error)) return error;
      throw error;
    }
  };
  const isSmall = (amount: bigint) => TOO_SMALL.has(refuse(amount)?.code ?? 'INTERNAL');
  const least = findLeast(ceiling, (amount) => !isSmall(amount));
  const refusal = refuse(least);
  if (refusal !== undefined) return { isOpen: false, refusal };
  if (refuse(ceiling) === undefined) return { isOpen: true, least, most: ceiling };
  const beyond = findFirst(least, ceiling, (amount) => refuse(amount) !== undefined);
  return { isOpen: true, least, most: beyond - 1n };
}

/**
 * Finds the smallest number from 1 to `to` for which a monotonic condition holds; fast for small results. The condition
 * holds for `to`.
 */
function findLeast(to: bigint, holds: (amount: bigint) => boolean): bigint {
  let [from, step] = [1n, 1n];
  while (step < to && !holds(step)) {
    from = step + 1n;
    step *= 2n;
  }
  return findFirst(from, step < to ? step : to, holds);
}

/**
 * Finds the smallest number of `from..to` for which a monotonic condition holds, by bisection. The condition holds for `to`.
 */
function findFirst(from: bigint, to: bigint, holds: (amount: bigint) => boolean): bigint {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}
