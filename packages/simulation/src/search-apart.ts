import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, 'search.ts');

/**
 * Runs histories of one seed after the other, in as many processes as there are cores; says which were bad, and why.
 *
 * @returns sentences; none where all were good.
 */
export async function searchApart(from: number, count: number): Promise<readonly string[]> {
  const processes = availableParallelism();
  const share = Math.ceil(count / processes);
  const found = Array.from({ length: processes }, (_, i) => {
    const first = from + i * share;
    return search(first, Math.min(share, from + count - first));
  });
  return (await Promise.all(found)).filter((sentence) => sentence !== '');
}

function search(from: number, count: number): Promise<string> {
  const child = spawn(process.execPath, [MAIN, String(from), String(count)]);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const text = Buffer.concat(output).toString();
      resolve(code === 0 ? text : `seeds from ${from}: the process ended with ${code}. ${text}`);
    });
  });
}
