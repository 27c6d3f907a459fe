import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Histories leave much behind that is young. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];

/**
 * Runs `npm run simulate` in a process of its own; returns what it printed. The test runner follows every promise, which makes
 * a history four times as dear; and a rule is taken out of the source before that is read.
 */
export function simulate(...options: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const main = join(import.meta.dirname, 'main.ts');
  // It ends with 1 where it found a bad history.
  execFile(process.execPath, [...NODE_OPTIONS, main, ...options], (_, stdout, stderr) =>
    resolve(stdout + stderr),
  );
  return promise;
}
