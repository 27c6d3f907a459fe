import type { Capture } from './capture-records.ts';
import { exactQuotient } from './exact-quotient.ts';
import { findPercent } from './percent.ts';

const YEAR = 365 * 86_400_000;
const PLACES = 18;

type Priced = Pick<Capture, 'epochStartedAt' | 'solPerReceipt'>;

/**
 * Computes the yield between two captures: the growth in SOL, compounded over the ledger's own time to 365 days.
 *
 * @returns percent a year; undefined when no time has passed, or for what cannot be a yield: zero or less, or more
 *   than 1,000 %.
 */
export function annualisedGrowth(before: Priced, after: Priced): number | undefined {
  const elapsed = after.epochStartedAt - before.epochStartedAt;
  if (elapsed <= 0) return undefined;
  const [from, to] = [scaled(before.solPerReceipt), scaled(after.solPerReceipt)];
  if (from <= 0n || to <= from) return undefined;
  // The growth alone is divided, so that a small one keeps its digits.
  const growth = exactQuotient(to - from, from);
  return findPercent(Math.expm1(Math.log1p(growth) * (YEAR / elapsed)) * 100);
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
}
