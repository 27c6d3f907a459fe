import type { Fault } from './faults/index.ts';
import type { History } from './run-history.ts';

/** A bad history with the fewest faults and callers that it takes. */
export type Shrunk = {
  readonly history: History;
  /** Histories that were run for it. */
  readonly runs: number;
};

/** Runs the same history with some of its faults and callers. */
export type RunPart = (options: {
  readonly faults: readonly Fault[];
  readonly callers: readonly number[];
}) => Promise<History>;

/** Shrinks a bad history: takes away faults and callers while what was wrong with it stays wrong. */
export async function shrink(bad: History, run: RunPart): Promise<Shrunk> {
  const kinds = new Set(bad.violations.map(nameViolation));
  let best = bad;
  let runs = 0;
  const isBad = async (options: Parameters<RunPart>[0]) => {
    runs += 1;
    const history = await run(options);
    const isSame = history.violations.some((violation) => kinds.has(nameViolation(violation)));
    if (isSame) best = history;
    return isSame;
  };
  for (let before = Number.POSITIVE_INFINITY; countParts(best) < before; ) {
    before = countParts(best);
    await minimise(best.faults, (faults) => isBad({ faults, callers: best.callers }));
    await minimise(best.callers, (callers) => isBad({ faults: best.faults, callers }));
  }
  return { history: best, runs };
}

/** What kind of thing is wrong, whoever it is wrong with. */
export function nameViolation(sentence: string): string {
  return sentence.replaceAll(/\b(?:[1-9A-HJ-NP-Za-km-z]{8,}|\S*\d\S*)\b/g, '_').slice(0, 200);
}

function countParts({ faults, callers }: History): number {
  return faults.length + callers.length;
}

/**
 * Delta debugging: takes away halves, then quarters and so on, as long as that fails.
 *
 * @see Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002), `ddmin` by complements.
 */
async function minimise<Part>(
  parts: readonly Part[],
  isBad: (rest: readonly Part[]) => Promise<boolean>,
): Promise<readonly Part[]> {
  let kept = parts;
  let pieces = 2;
  while (kept.length > 0) {
    const size = Math.ceil(kept.length / pieces);
    const smaller = await findSmaller(kept, size, isBad);
    if (smaller !== undefined) {
      kept = smaller;
      pieces = Math.max(pieces - 1, 2);
    } else if (size === 1) return kept;
    else pieces = Math.min(pieces * 2, kept.length);
  }
  return kept;
}

async function findSmaller<Part>(
  parts: readonly Part[],
  size: number,
  isBad: (rest: readonly Part[]) => Promise<boolean>,
): Promise<readonly Part[] | undefined> {
  for (let from = 0; from < parts.length; from += size) {
    const rest = parts.toSpliced(from, size);
    if (await isBad(rest)) return rest;
  }
  return undefined;
}

/** Tells a history for people: when, who, what; and what was wrong with it in the end. */
export function tellStory(seed: number, history: History): string {
  const { trace, faults, callers, violations, lasted } = history;
  const head = `Seed ${seed}: ${count(faults.length, 'fault')}, ${count(callers.length, 'caller')}, ${Math.round(lasted / 1_000)} s.`;
  const wrong =
    violations.length === 0 ? ['Every promise was kept.'] : violations.map((each) => `WRONG: ${each}`);
  return [head, ...trace.map(tellLine), ...wrong, ''].join('\n');
}

function tellLine(line: string): string {
  const [at = '', ...rest] = line.split(' ');
  return `${(Number(at) / 1_000).toFixed(3).padStart(9)} s  ${rest.join(' ')}`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

/** Counts what happened in histories. */
export type Census = {
  /** Adds a history; of its faults, those that took effect count. */
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
