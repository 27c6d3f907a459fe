import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';

/*
 * Runs the tests in a few processes instead of one per file: a file costs a second to import, and far less once others
 * in its process have imported the same. `npm test` runs all but `*.slow.test.ts`, `npm run test:slow` runs those.
 * Prints a line per process, the whole output of one that failed, and the totals.
 */

type Group = { readonly name: string; readonly files: readonly string[] };
type Result = { readonly passed: number; readonly failed: number };

const ROOT = join(import.meta.dirname, '..');

/** Folders whose tests get processes of their own, and how many; all others share one. */
const PROCESSES = { e2e: 4, 'packages/api': 1, 'packages/sandbox': 1 } as const;

/** Processes at once: more than cores, because half of the time is waiting for clocks and sockets. */
const AT_ONCE = 2 * Math.max(2, availableParallelism());

/** A test that takes longer than this waits for something that does not come. */
const LIMIT_SECONDS = { fast: 120, slow: 900 };

const kind = process.argv.includes('--slow') ? 'slow' : 'fast';
process.exitCode = (await runAll(kind === 'slow' ? findSlowGroups() : findGroups())) ? 0 : 1;

function findGroups(): Group[] {
  const folders = Object.keys(PROCESSES) as (keyof typeof PROCESSES)[];
  const files = findFiles();
  const own = folders.flatMap((folder) => {
    const inside = files.filter((file) => file.startsWith(`${folder}/`));
    return deal(folder, inside, PROCESSES[folder]);
  });
  const others = files.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)));
  return [...own, { name: 'other packages', files: others }];
}

// Each has a process, because it may kill others or measure itself.
function findSlowGroups(): Group[] {
  return findFiles().map((file) => ({ name: file, files: [file] }));
}

function findFiles(): string[] {
  return globSync('{packages,e2e}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
    .filter((file) => file.endsWith('.slow.test.ts') === (kind === 'slow'))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
}

function deal(name: string, files: readonly string[], count: number): Group[] {
  return Array.from({ length: count }, (_, i) => ({
    name: count === 1 ? name : `${name}, ${i + 1} of ${count}`,
    files: files.filter((__, at) => at % count === i),
  }));
}

async function runAll(groups: readonly Group[]): Promise<boolean> {
  const startedAt = performance.now();
  const waiting = [...groups];
  const results: Result[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.push(await run(next));
  };
  await Promise.all(Array.from({ length: kind === 'slow' ? 1 : AT_ONCE }, work));
  const sum = (key: keyof Result) => results.reduce((total, result) => total + result[key], 0);
  print(`${sum('passed')} passed, ${sum('failed')} failed in ${secondsSince(startedAt)} s`);
  return results.every(({ failed, passed }) => failed === 0 && passed > 0);
}

function run({ name, files }: Group): Promise<Result> {
  const startedAt = performance.now();
  const options = ['--test-isolation=none', '--test-force-exit', '--test-reporter=spec'];
  const limit = `--test-timeout=${LIMIT_SECONDS[kind] * 1000}`;
  const child = spawn(process.execPath, ['--test', ...options, limit, ...files], { cwd: ROOT });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const text = Buffer.concat(output).toString();
      const passed = readCount(text, 'pass');
      const told = readCount(text, 'fail') + readCount(text, 'cancelled');
      // A process that died has not told what failed.
      const failed = code === 0 ? told : Math.max(told, 1);
      if (failed > 0) print(text);
      print(`${name}: ${passed} passed, ${failed} failed in ${secondsSince(startedAt)} s`);
      resolve({ passed, failed });
    });
  });
}

function readCount(text: string, word: string): number {
  return Number(text.match(new RegExp(`^ℹ ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
}

function secondsSince(time: number): string {
  return ((performance.now() - time) / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
