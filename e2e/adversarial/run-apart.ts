import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How a run of the suite ended, and all it printed. */
export type Run = { readonly code: number | null; readonly output: string };

/** Runs `run.ts` in a process of its own: it computes without a pause, and would hold up whatever else runs in this one. */
export function runApart(...parameters: readonly (string | number)[]): Promise<Run> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...parameters.map(String)]);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });
}
