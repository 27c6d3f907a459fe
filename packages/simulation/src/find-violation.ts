import type { Plant } from './plant.ts';
import { type HistoryOptions, runHistory } from './run-history.ts';

/** Runs histories of one seed after the other until one is bad; says which, and why. */
export async function findViolation(
  plant: Plant,
  from: number,
  count: number,
  size: HistoryOptions['size'] = 'whole',
): Promise<string | undefined> {
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations } = await runHistory(seed, { plant, size });
    if (violations.length > 0) return `seed ${seed}: ${violations.join('; ')}`;
  }
  return undefined;
}
