import type { CaseResult } from './run-suite.ts';

/** How often each mutation ended which way. */
export type Tally = {
  add(result: CaseResult): void;
  /** Cases that hurt the wallet although nothing objected. */
  readonly harmful: readonly CaseResult[];
  count(end: CaseResult['end']): number;
  /** One line per mutation: cases, refusals by rule, and what passed. */
  print(): string;
};

/** Counts from zero. */
export function createTally(): Tally {
  const ends = new Map<string, number>();
  const byKind = new Map<string, Map<string, number>>();
  const harmful: CaseResult[] = [];
  return {
    harmful,
    add: (result) => {
      bump(ends, result.end);
      if (result.end === 'HARMFUL') harmful.push(result);
      const outcome = result.end === 'refused' ? [...new Set(result.rules)] : [`(${result.end})`];
      for (const kind of new Set(result.kinds.map(getGroup))) {
        const counts = byKind.get(kind) ?? new Map<string, number>();
        byKind.set(kind, counts);
        bump(counts, 'cases');
        for (const each of outcome) bump(counts, each);
      }
    },
    count: (end) => ends.get(end) ?? 0,
    print: () =>
      [
        [...ends].map(([end, count]) => `${count} ${end}`).join(', '),
        ...[...byKind]
          .toSorted(([left], [right]) => left.localeCompare(right))
          .map(([kind, counts]) => `${kind.padEnd(28)} ${printCounts(counts)}`),
      ].join('\n'),
  };
}

/** What malicious upstreams made is one group. */
function getGroup(kind: string): string {
  return kind.startsWith('turned') ? 'turned by an upstream' : kind;
}

function printCounts(counts: ReadonlyMap<string, number>): string {
  const { cases = 0, ...others } = Object.fromEntries(counts);
  const parts = Object.entries(others).toSorted(([, left], [, right]) => right - left);
  return `${String(cases).padStart(6)}  ${parts.map(([name, count]) => `${name} ${count}`).join(', ')}`;
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
