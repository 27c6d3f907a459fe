import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Plant } from './plant.ts';

/** Histories leave much behind that is young. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];
const MAIN = join(import.meta.dirname, 'search.ts');

/**
 * Runs histories of one seed after the other in processes of their own; says which were bad, and why. The test runner
 * follows every promise, which makes a history four times as dear.
 *
 * @returns sentences; none where all were good.
 */
export async function searchApart(from: number, count: number): Promise<readonly string[]> {
  const processes = availableParallelism();
  const share = Math.ceil(count / processes);
  const found = Array.from({ length: processes }, (_, i) => {
    const first = from + i * share;
    return search(first, Math.min(share, from + count - first), []);
  });
  return (await Promise.all(found)).flatMap((each) => [...each.values()]).filter((one) => one !== undefined);
}

/**
 * Looks for each planted fault in histories from the first seed on, in processes of their own.
 *
 * @returns of each the first bad history; undefined where none of so many is bad.
 */
export async function searchPlants(
  plants: readonly Plant[],
  most: number,
): Promise<ReadonlyMap<string, string | undefined>> {
  const processes = availableParallelism();
  const hands = Array.from({ length: processes }, (_, hand) =>
    plants.filter((_, i) => i % processes === hand),
  );
  const found = hands.filter(({ length }) => length > 0).map((hand) => search(1, most, hand));
  return new Map((await Promise.all(found)).flatMap((each) => [...each]));
}

type Found = ReadonlyMap<string, string | undefined>;

function search(from: number, count: number, plants: readonly Plant[]): Promise<Found> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, MAIN, String(from), String(count), ...plants]);
  const [output, errors]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (part: Buffer) => output.push(part));
  child.stderr.on('data', (part: Buffer) => errors.push(part));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(readFound(Buffer.concat(output).toString()));
      else reject(new Error(`Histories from ${from} ended with ${code}: ${Buffer.concat(errors)}`));
    });
  });
}

function readFound(text: string): Found {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line): [string, string | undefined] => {
      const { name, found } = JSON.parse(line) as { readonly name: string; readonly found?: string };
      return [name, found];
    }),
  );
}
