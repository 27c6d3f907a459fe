import type { History } from './run-history.ts';

/** Counts what happened in histories. */
export type Census = {
  /** Of faults, those that took effect. */
  add(history: Pick<History, 'faults' | 'effective' | 'counts' | 'lasted'>): void;
  print(): string;
};

type Row = { histories: number; times: number };

/** Starts to count. */
export function createCensus(): Census {
  const tables = { faults: new Map<string, Row>(), words: new Map<string, Row>() };
  let histories = 0;
  let lasted = 0;
  let drawn = 0;
  let took = 0;
  return {
    add(history) {
      histories += 1;
      lasted += history.lasted;
      const { faults, effective = new Set(faults) } = history;
      drawn += faults.length;
      note(tables.faults, countEach([...effective].map(({ kind }) => kind)));
      took += effective.size;
      note(tables.words, history.counts);
    },
    print: () =>
      [
        `${histories} histories, ${(lasted / 3_600_000).toFixed(1)} hours of virtual time, ${drawn} faults, of which ${took} took effect`,
        ...printTable('fault that took effect', tables.faults),
        ...printTable('what callers were told', tables.words),
        '',
      ].join('\n'),
  };
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function note(table: Map<string, Row>, counts: ReadonlyMap<string, number>): void {
  for (const [name, times] of counts) {
    const row = table.get(name) ?? { histories: 0, times: 0 };
    row.histories += 1;
    row.times += times;
    table.set(name, row);
  }
}

function printTable(title: string, table: ReadonlyMap<string, Row>): readonly string[] {
  const rows = [...table].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    '',
    `${'histories'.padStart(9)} ${'times'.padStart(9)}  ${title}`,
    ...rows.map(
      ([name, { histories, times }]) =>
        `${String(histories).padStart(9)} ${String(times).padStart(9)}  ${name}`,
    ),
  ];
}
