import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/**
 * Draws mutants by a seed. Each has a lot of its own, by what it changes and not by where it stands, so that a change
 * elsewhere leaves the sample as it was.
 *
 * @param size - all of them when there are no more.
 */
export function chooseSample(mutants: readonly Mutant[], seed: number, size: number): Mutant[] {
  const seen = new Map<string, number>();
  const lots = mutants.map((mutant) => {
    const text = `${mutant.file}\n${mutant.before}\n${mutant.after}`;
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return { mutant, lot: createHash('sha256').update(`${seed}\n${count}\n${text}`).digest('hex') };
  });
  return lots
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
