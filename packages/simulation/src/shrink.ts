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
