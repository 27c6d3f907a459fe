import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

/** A rule of the service that is taken out of its source. */
export type Plant = {
  /** Where its text stands, below `packages`, and what stands there instead. */
  readonly edits: readonly (readonly [file: string, find: string, put: string])[];
  /** What a judge says of the first history that shows it. */
  readonly shows: RegExp;
  /** The seed that showed it last: a look for it begins there. */
  readonly seed?: number;
  /** What most histories have not, and every history that looks for it has. */
  readonly needs?: Rarity;
  /** The kinds of faults of the histories that look for it; a quarter of all, as in any history, unless given. */
  readonly kinds?: readonly string[];
};

/** What only some histories have, unless it is asked for. */
export type Rarity = 'older copy' | 'next version' | 'day after' | 'full hour';

const PACKAGES = join(import.meta.dirname, '../..');

/** Lists the places that no longer hold what a plant takes away. */
export function listLost({ edits }: Pick<Plant, 'edits'>): readonly string[] {
  return edits.flatMap(([file, find]) =>
    readFileSync(join(PACKAGES, file), 'utf8').includes(find) ? [] : [`${file}: ${find}`],
  );
}

/** Takes a rule out of the service, before any of it is imported. @throws {Error} when its source does not hold the rule. */
export function plantInSource(plant: Pick<Plant, 'edits'>): void {
  const lost = listLost(plant);
  if (lost.length > 0) throw new Error(`The rule stands elsewhere: ${lost.join(', ')}.`);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const edits = plant.edits.filter(([file]) => url.endsWith(`/packages/${file}`));
      if (edits.length === 0) return loaded;
      return {
        ...loaded,
        source: edits.reduce(
          (source, [, find, put]) => source.replaceAll(find, () => put),
          String(loaded.source),
        ),
      };
    },
  });
}
