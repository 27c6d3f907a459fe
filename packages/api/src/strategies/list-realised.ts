import type { RealisedYield } from '@staking-agent/wire';
import { annualisedGrowth, YEAR } from '../yields/annualised-growth.ts';
import type { Capture } from '../yields/capture-records.ts';
import { printPercent } from './print-ratio.ts';

const DAY = 86_400_000;
const WINDOWS = [7, 30, 90, 365] as const;

/**
 * Lists the growth of a position between captures: over each window that they cover, and over all of them.
 *
 * The growth is that of the receipt's value where it has one, otherwise of the captured yields compounded.
 *
 * @param captures - oldest first.
 */
export function listRealised(captures: readonly Capture[]): RealisedYield[] {
  const last = captures.at(-1);
  if (last === undefined) return [];
  const describe = (days: string, begin: number): RealisedYield[] => {
    const first = captures[begin];
    const percent = first && (growthOfReceipt(first, last) ?? growthByYields(captures.slice(begin)));
    if (first === undefined || percent === undefined) return [];
    return [{ days, from: print(first), to: print(last), percent: printPercent(percent) ?? '' }];
  };
  const windows = WINDOWS.flatMap((days) => {
    const begin = captures.findLastIndex(({ measuredAt }) => measuredAt <= last.measuredAt - days * DAY);
    return begin === -1 ? [] : describe(String(days), begin);
  });
  return [...windows, ...describe('all', 0)];
}

/** A stake account is its own receipt, and is captured as worth one whatever it earns. */
function growthOfReceipt(first: Capture, last: Capture): number | undefined {
  return Number(last.worthPerReceipt) === 1 ? undefined : annualisedGrowth(first, last);
}

/** Compounds captured yields, each over the time since the previous capture. */
function growthByYields(captures: readonly Capture[]): number | undefined {
  const total = (captures.at(-1)?.measuredAt ?? 0) - (captures[0]?.measuredAt ?? 0);
  if (total <= 0) return undefined;
  let grown = 0;
  for (const [i, { measuredAt, apy }] of captures.entries()) {
    const before = captures[i - 1];
    if (before === undefined) continue;
    if (apy === null) return undefined;
    grown += Math.log1p(apy / 100) * ((measuredAt - before.measuredAt) / YEAR);
  }
  return Math.expm1(grown * (YEAR / total)) * 100;
}

function print({ measuredAt }: Capture): string {
  return new Date(measuredAt).toISOString();
}
