import type { Capture } from './capture-records.ts';
import { exactQuotient } from './exact-quotient.ts';
import { findPercent } from './percent.ts';

/** Milliseconds that yields are annualised to. */
export const YEAR = 365 * 86_400_000;
const PLACES = 18;

type Priced = Pick<Capture, 'measuredAt' | 'worthPerReceipt'>;

/**
 * Computes the yield between two captures: the growth of what a receipt is worth, compounded over the ledger's own time to
 * 365 days.
 *
 * @returns percent a year, below zero for a loss; undefined when no time has passed, where a receipt is worth nothing, or
 *   for more than 1,000 %, which is no yield.
 */
export function annualisedGrowth(before: Priced, after: Priced): number | undefined {
  const elapsed = after.measuredAt - before.measuredAt;
  const [from, to] = [scaled(before.worthPerReceipt), scaled(after.worthPerReceipt)];
  if (elapsed <= 0 || from <= 0n || to <= 0n) return undefined;
  if (to === from) return 0;
  // The growth alone is divided, so that a small one keeps its digits.
  const growth = to > from ? exactQuotient(to - from, from) : -exactQuotient(from - to, from);
  const percent = Math.expm1(Math.log1p(growth) * (YEAR / elapsed)) * 100;
  return percent < 0 ? percent : findPercent(percent);
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
}
