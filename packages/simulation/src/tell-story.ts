import type { History } from './run-history.ts';

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
