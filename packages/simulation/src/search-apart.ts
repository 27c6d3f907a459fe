import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plant } from './plant-in-source.ts';

const run = promisify(execFile);
/** Histories leave much behind that is young. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];
const MAIN = join(import.meta.dirname, 'search.ts');

/**
 * Runs histories of one seed after the other in a process of its own until one is bad. The test runner follows every promise,
 * which makes a history four times as dear; and a rule is taken out of the source before that is read.
 *
 * @param options - `--plant` and `--world`, as `search.ts` has them.
 * @returns the seed with what was wrong; undefined where all were good.
 */
export async function searchApart(
  from: number,
  count: number,
  ...options: readonly string[]
): Promise<string | undefined> {
  const { stdout } = await run(process.execPath, [
    ...NODE_OPTIONS,
    MAIN,
    String(from),
    String(count),
    ...options,
  ]);
  return JSON.parse(stdout) ?? undefined;
}

/** Runs so many histories on all processors; says which were bad, and why. */
export async function searchWide(from: number, count: number): Promise<readonly string[]> {
  const share = Math.ceil(count / availableParallelism());
  const found = Array.from({ length: availableParallelism() }, (_, i) => {
    const first = from + i * share;
    return searchApart(first, Math.min(share, from + count - first));
  });
  return (await Promise.all(found)).filter((one) => one !== undefined);
}

/** Looks for each planted fault in so many histories from its seed on, on all processors. */
export function searchPlants(
  plants: Readonly<Record<string, Plant>>,
  most: number,
): ReadonlyMap<string, Promise<string | undefined>> {
  const waiting = Object.entries(plants);
  const told = new Map(waiting.map(([name]) => [name, Promise.withResolvers<string | undefined>()]));
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, { seed = 1 }] = next;
      const one = told.get(name);
      await searchApart(seed, most, '--plant', name).then(one?.resolve, one?.reject);
    }
  };
  for (let hands = availableParallelism(); hands > 0; hands -= 1) void work();
  return new Map([...told].map(([name, { promise }]) => [name, promise]));
}
