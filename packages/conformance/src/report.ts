import { type Exchange, findOperation } from './exchange.ts';
import type { Result } from './run.ts';

/** How long the answers of one operation took, in milliseconds. A report, not a check: the contract promises no times. */
export type Timing = {
  readonly operation: string;
  readonly answers: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
};

/** What came of a run. */
export type Report = {
  readonly url: string;
  readonly level: string;
  readonly results: readonly Result[];
  readonly timings: readonly Timing[];
};

/** Counts the results by outcome. */
export function countOutcomes(results: readonly Result[]): Readonly<Record<Result['outcome'], number>> {
  const count = (outcome: Result['outcome']) => results.filter((each) => each.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** Measures response times by operation, without answers that the service delayed on purpose. */
export function measureTimings(exchanges: readonly Exchange[]): readonly Timing[] {
  const times = new Map<string, number[]>();
  for (const { sent, milliseconds } of exchanges) {
    const operation = findOperation(sent);
    if (operation === undefined || /[?&]wait=[1-9]/.test(sent.target)) continue;
    const name = `${operation.method} ${operation.path}`;
    times.set(name, [...(times.get(name) ?? []), milliseconds]);
  }
  return [...times].map(([operation, taken]) => {
    const sorted = taken.toSorted((one, other) => one - other);
    const at = (share: number) => round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    return { operation, answers: sorted.length, median: at(0.5), p95: at(0.95), longest: at(1) };
  });
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
