import { type History, type HistoryOptions, runHistory } from './run-history.ts';

/** Runs histories of one seed after the other until one is bad; says which, and why. */
export async function findViolation(
  from: number,
  count: number,
  options: HistoryOptions = {},
  run: (seed: number, options: HistoryOptions) => Promise<History> = runHistory,
): Promise<string | undefined> {
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations } = await run(seed, options);
    if (violations.length > 0) return `seed ${seed}: ${violations.join('; ')}`;
  }
  return undefined;
}
