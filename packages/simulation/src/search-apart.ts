import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { HistoryOptions } from './run-history.ts';

const MAIN = join(import.meta.dirname, 'search.ts');

/** How histories are run apart. */
export type SearchOptions = {
  readonly size?: HistoryOptions['size'];
  /** As many as there are cores unless given. */
  readonly processes?: number;
};

/**
 * Runs histories of one seed after the other in processes of their own; says which were bad, and why. The test runner
 * follows every promise, which makes a history four times as dear.
 *
 * @returns sentences; none where all were good.
 */
export async function searchApart(
  from: number,
  count: number,
  { size = 'whole', processes = availableParallelism() }: SearchOptions = {},
): Promise<readonly string[]> {
  const share = Math.ceil(count / processes);
  const found = Array.from({ length: processes }, (_, i) => {
    const first = from + i * share;
    return search(first, Math.min(share, from + count - first), size);
  });
  return (await Promise.all(found)).filter((sentence) => sentence !== '');
}

function search(from: number, count: number, size: string): Promise<string> {
  const child = spawn(process.execPath, [MAIN, String(from), String(count), size]);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const text = Buffer.concat(output).toString();
      resolve(code === 0 ? text : `seeds from ${from}: the process ended with ${code}. ${text}`);
    });
  });
}
