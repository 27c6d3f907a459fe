import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { startPostgres } from '../packages/test-postgres/src/start-postgres.ts';
import { readCpuSeconds } from './cpu-seconds.ts';
import type { Tally } from './tally-reporter.ts';
import { createTestPlace } from './test-place.ts';

/*
 * Runs the tests in a few processes instead of one per file: a file costs a second to import, and far less once others
 * in its process have imported the same. Each process runs six files at a time, because half of the time of a test is
 * waiting for clocks and sockets, and takes the next that no other has begun. Files that compute, and would hold up their
 * servers, run one at a time in a process of less priority, and in the others when these have nothing else left.
 * `npm test` runs all but `*.slow.test.ts`, `npm run test:slow` runs those, `npm test -- PATH...` those files, or those in
 * these folders, in one process with all their output, and `npm run coverage` all but the slow ones in one process, which
 * writes lcov.info.
 * Prints a line per process, the failures of one that failed, what was skipped, and the totals alone on a line. What
 * files took is kept under node_modules/.cache, for the next run to begin with the longest.
 * A file that failed beside others runs once more when all have ended, with nothing beside it. If it passes then, it is named
 * `unsteady` and the run passes (docs/adr/0081-unsteady-tests.md).
 *
 * `node --test --test-force-exit` loses reports: the process of a file ends before all of them have gone through the pipe.
 * Here they are counted in the process that ran them. A process that reports no test counts as failed, and so does a file
 * that no process reports.
 */

/** What one process runs; processes may have the same files, of which each is run by one. */
type Group = {
  readonly name: string;
  readonly files: readonly string[];
  /** How many of them it runs at a time; those that compute follow, one at a time. */
  readonly lanes?: number;
  /** Nothing runs beside it. */
  readonly isAlone?: boolean;
  /** Takes the time that the others leave, which may be none. */
  readonly isPatient?: boolean;
};
type Result = {
  /** True of a process that died, or reported no test: it has not told what failed. */
  readonly isDead: boolean;
  readonly tally: Tally;
};
/** What files take, by path from the root. */
type Seconds = Readonly<Record<string, number>>;

const ROOT = join(import.meta.dirname, '..');

const CORES = Math.max(2, availableParallelism());
/** Files that a process runs at a time: more than one, because they wait; more processes would each import it all again. */
const LANES = 6;
/**
 * Files that compute: beside them every server of their process would stand still. Those of the service are among them
 * because their clocks stand still until a turn of the event loop is over, which is soon where nothing else runs.
 */
const COMPUTING =
  /^(?:scripts|packages\/(?:chain|console|simulation|verify|wire|sdk\/src|site\/src|sandbox\/src|api\/src))[/.]/;
/** Slow files that nothing runs beside: what they say of one process is true only of an idle machine. */
const ALONE: readonly string[] = ['e2e/attacks/attacks.slow.test.ts'];

/** Nice value of the process that takes the time others leave: a third of one of theirs, so that it never stands still. */
const PATIENT = 5;

/** Files that run once more; where more have failed, none was an accident. */
const MOST_AGAIN = 3;

/** A test that takes longer than this waits for something that does not come. */
const LIMIT_SECONDS = { fast: 600, slow: 3_600 };

const SECONDS = join(ROOT, 'node_modules/.cache/test-seconds.json');

const UNKNOWN_SECONDS = 1;
/** Files that take longest, for a checkout that has run none: begun last, one would leave the other cores idle. */
const LONG: readonly string[] = [
  'e2e/adversarial/adversarial.slow.test.ts',
  'packages/simulation/src/run-history.slow.test.ts',
  'packages/simulation/src/plants.slow.test.ts',
  'packages/simulation/src/vm/run-vm-history.slow.test.ts',
  'e2e/history-lives.slow.test.ts',
  'e2e/packages.slow.test.ts',
  'e2e/scripts.slow.test.ts',
  'e2e/crash/crash.slow.test.ts',
  'e2e/conformance/mutants.slow.test.ts',
  'e2e/soak.slow.test.ts',
  'e2e/image.slow.test.ts',
  'e2e/spec/ways-out.test.ts',
  'e2e/spec/history.test.ts',
  'e2e/spec/mcp-repeats.test.ts',
  'e2e/spec/history-claims.test.ts',
  'e2e/spec/history-feed.test.ts',
  'e2e/flows/usdc-two-steps.test.ts',
  'e2e/spec/priority-fee.test.ts',
  'e2e/spec/cli.test.ts',
];
const LONG_SECONDS = 60;

const COVERAGE = [
  '--experimental-test-coverage',
  '--test-coverage-include=packages/*/src/**/*.ts',
  '--test-coverage-exclude=**/*.test.ts',
  '--test-reporter=lcov',
  '--test-reporter-destination=lcov.info',
];

const ENTRY = join(import.meta.dirname, 'import-tests.ts');
const REPORTER = join(import.meta.dirname, 'tally-reporter.ts');

const kind = process.argv.includes('--slow') ? 'slow' : 'fast';
const isCoverage = process.argv.includes('--coverage');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const place = createTestPlace();
process.once('exit', place.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = (await runWithPostgres(chooseGroups())) ? 0 : 1;

function chooseGroups(): Group[] {
  if (named.length > 0) return [{ name: 'named files', files: named.flatMap(findNamed) }];
  if (isCoverage) return [{ name: 'coverage', files: findFiles() }];
  return kind === 'slow' ? findSlowGroups() : findGroups();
}

// Files that compute fill the time in which the others wait; what is left of them then is shared by all.
function findGroups(): Group[] {
  const files = findFiles();
  const groups = Array.from({ length: CORES }, (_, i) => ({
    name: `${i + 1} of ${CORES}`,
    files,
    lanes: LANES,
  }));
  const computing = files.filter((file) => COMPUTING.test(file));
  return [...groups, { name: 'computing', files: computing, isPatient: true }];
}

// Each has a process, because it may kill others or measure itself.
function findSlowGroups(): Group[] {
  return findFiles().map((file) => ({ name: file, files: [file], isAlone: ALONE.includes(file) }));
}

/** A path may be a folder, for the tests in it. */
function findNamed(path: string): string[] {
  const name = relative(ROOT, path).replaceAll(sep, '/');
  const inside = findFiles().filter((file) => file.startsWith(`${name}/`));
  return inside.length > 0 ? inside : [name];
}

/** The longest first: none is begun when nothing else is left to run beside it. */
function findFiles(): string[] {
  const seconds: Seconds = readJson(SECONDS);
  const secondsOf = (file: string): number =>
    seconds[file] ?? (LONG.includes(file) ? LONG_SECONDS : UNKNOWN_SECONDS);
  return globSync('{packages,e2e,scripts}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
    .filter((file) => file.endsWith('.slow.test.ts') === (kind === 'slow'))
    .map((file) => file.replaceAll(sep, '/'))
    .sort((a, b) => secondsOf(b) - secondsOf(a));
}

// One PostgreSQL for all processes; files that are named start one when they need it.
async function runWithPostgres(groups: readonly Group[]): Promise<boolean> {
  if (kind === 'slow' || named.length > 0) return runAll(groups, {});
  const postgres = await startPostgres({ directory: place.folder, isModel: true });
  try {
    return await runAll(groups, { TEST_POSTGRES: dirname(postgres.socketPath) });
  } finally {
    await postgres.close();
  }
}

async function runAll(groups: readonly Group[], variables: Record<string, string>): Promise<boolean> {
  const startedAt = performance.now();
  const results = [
    ...(await runGroups(
      groups.filter(({ isAlone }) => !isAlone),
      kind === 'slow' ? CORES : groups.length,
      variables,
    )),
    ...(await runGroups(
      groups.filter(({ isAlone }) => isAlone),
      1,
      variables,
    )),
  ];
  const tally: Tally = Object.assign({}, ...results.map((result) => result.tally));
  keepSeconds(tally);
  const unsteady = await runAgain(tally, variables);
  const missing = new Set(groups.flatMap(({ files }) => files.filter((file) => !(file in tally))));
  for (const file of missing) print(`${file}: no process has reported it`);
  const counts = Object.values(tally);
  const sum = (key: 'passed' | 'failed') => counts.reduce((total, file) => total + file[key], 0);
  const skipped = listSkipped(tally);
  for (const name of skipped) print(`skipped: ${name}`);
  for (const file of unsteady) print(`unsteady: ${file} failed beside others and passed alone`);
  const failed = sum('failed') + missing.size + results.filter(({ isDead }) => isDead).length;
  print(`all in ${secondsSince(startedAt)} s, ${readCpuSeconds().toFixed(0)} s of processors`);
  print(`${sum('passed')} passed, ${failed} failed, ${skipped.length} skipped`);
  return failed === 0;
}

/** Runs the processes, `most` at a time. */
async function runGroups(
  groups: readonly Group[],
  most: number,
  variables: Record<string, string>,
): Promise<Result[]> {
  const claims = mkdtempSync(join(place.folder, 'claims-'));
  const results: Result[] = [];
  const waiting = [...groups];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.push(await run(next, { ...variables, TEST_CLAIMS: claims }));
  };
  await Promise.all(Array.from({ length: most }, work));
  return results;
}

/** Runs once more, one by one, what failed of a whole run. Returns the files that passed; the tally has their counts then. */
async function runAgain(tally: Tally, variables: Record<string, string>): Promise<readonly string[]> {
  const failed = Object.keys(tally).filter((file) => (tally[file]?.failed ?? 0) > 0);
  if (named.length > 0 || isCoverage || failed.length > MOST_AGAIN) return [];
  const groups = failed.map((file) => ({ name: `${file}, again`, files: [file] }));
  const results = await runGroups(groups, 1, variables);
  const passed = Object.assign({}, ...results.map((result) => (hasPassed(result) ? result.tally : {})));
  Object.assign(tally, passed);
  return Object.keys(passed);
}

function hasPassed({ isDead, tally }: Result): boolean {
  return !isDead && Object.values(tally).every(({ failed }) => failed === 0);
}

async function run(
  { name, files, lanes = 1, isPatient = false }: Group,
  variables: Record<string, string>,
): Promise<Result> {
  const startedAt = performance.now();
  const path = join(place.folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  const isComputing = (file: string): boolean => lanes > 1 && COMPUTING.test(file);
  const tests = {
    TEST_FILES: JSON.stringify(files.filter((file) => !isComputing(file))),
    TEST_LANES: String(lanes),
    TEST_FILES_ALONE: JSON.stringify(files.filter(isComputing)),
  };
  const { code, output } = await runProcess(path, { ...variables, ...tests }, isPatient);
  const tally = readJson<Tally>(path);
  const sum = (key: 'passed' | 'failed') =>
    Object.values(tally).reduce((total, file) => total + file[key], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), listSkipped(tally).length];
  const isIdle = passed + skipped === 0 && !isPatient;
  const isDead = failed === 0 && (code !== 0 || isIdle);
  if (isDead || failed > 0 || named.length > 0) print(output);
  const faults = failed + Number(isDead);
  print(`${name}: ${passed} passed, ${faults} failed, ${skipped} skipped in ${secondsSince(startedAt)} s`);
  return { isDead, tally };
}

function listSkipped(tally: Tally): string[] {
  return Object.entries(tally).flatMap(([file, { skipped }]) => skipped.map((each) => `${file}: ${each}`));
}

function runProcess(
  tally: string,
  variables: Record<string, string>,
  isPatient: boolean,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const options = [
    // Services that start and end by the hundred fill what Node sets aside for young objects many times a second.
    '--max-semi-space-size=64',
    '--test-force-exit',
    `--test-timeout=${LIMIT_SECONDS[kind] * 1000}`,
    // `spec` names each of nine thousand tests, which costs a fortieth of the run; `dot` tells what failed.
    `--test-reporter=${named.length > 0 ? 'spec' : 'dot'}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${REPORTER}`,
    `--test-reporter-destination=${tally}`,
    ...(isCoverage ? COVERAGE : []),
  ];
  // biome-ignore lint/style/noProcessEnv: tests get the environment that npm was started in.
  const env = { ...process.env, ...variables, TMPDIR: place.folder };
  const child = spawn(process.execPath, [...options, ENTRY], { cwd: ROOT, env });
  if (isPatient && child.pid !== undefined) setPriority(child.pid, PATIENT);
  // Before the folder is removed that it writes to.
  const stop = () => child.kill();
  process.prependOnceListener('exit', stop);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.off('exit', stop);
      resolve({ code, output: Buffer.concat(output).toString() });
    });
  });
}

function readJson<Content extends object>(path: string): Content | Record<string, never> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

function keepSeconds(tally: Tally): void {
  // Counting what is covered takes longer than the tests do otherwise.
  if (isCoverage) return;
  const known: Record<string, number> = readJson(SECONDS);
  for (const file in tally) known[file] = tally[file]?.seconds ?? 0;
  mkdirSync(dirname(SECONDS), { recursive: true });
  writeFileSync(SECONDS, JSON.stringify(known));
}

function secondsSince(time: number): string {
  return ((performance.now() - time) / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
