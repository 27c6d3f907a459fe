import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { copyImportersOf, isCopied, mutantSwitch, mutants } from './hooks.ts';
import { type Loaded, listLoaded, runKept, startSuites } from './kept-suites.ts';
import type { DryRun, Order, Report, Unit } from './messages.ts';
import { collectTests } from './node-test.ts';

/* A process that tries mutants: it imports the tests once and runs those that reach a mutant, until one fails. */

const ROOT = join(import.meta.dirname, '../..');
const NONE = -1;
/** What a unit may take beyond ten times what it takes without a mutant. */
const PATIENCE_MILLISECONDS = 2_000;
/** Copies of modules are never given back; a process makes so many. */
const MOST_COPIES = 300;

/** One of a file's, and its place among them. */
type Place = readonly [number, Loaded];
type Result = 'passed' | 'failed' | 'overdue';

const loaded = new Map<string, readonly Loaded[]>();
const stray = { reject: (_fault: unknown): void => {} };
let copies = 0;
let isUntouched = true;

for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (fault) => stray.reject(fault));
// Whoever asked has gone.
process.once('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  obey(order).catch((fault: unknown) => {
    process.stderr.write(`${inspect(fault)}\n`);
    process.exit(1);
  });
});

async function obey(order: Order): Promise<void> {
  if (order.kind === 'dry') tell({ kind: 'dried', dryRun: await runDry() });
  else tell(await tryMutant(order));
}

function tell(report: Report): void {
  process.send?.(report);
}

async function tryMutant({ id, units, isFresh }: Order & { kind: 'try' }): Promise<Report> {
  const wasUntouched = isUntouched;
  isUntouched = false;
  mutantSwitch.turnOn(id);
  copyImportersOf(mutants[id]?.file ?? '');
  if (isFresh) copies += 1;
  const suffix = isFresh ? `?fresh=${copies}` : '';
  const isSpent = copies > MOST_COPIES;
  const tried = (outcome: 'killed' | 'survived' | 'spoiled', by?: Unit, isLast = isSpent): Report => ({
    kind: 'tried',
    id,
    outcome,
    by,
    isSpent: isLast,
  });
  for (const unit of units) {
    const result = await runLoaded(unit, suffix);
    if (result === 'passed') continue;
    mutantSwitch.turnOn(NONE);
    if (result === 'overdue') return tried('killed', unit, true);
    if (isFresh) return tried('killed', unit);
    const isSound = (await runLoaded(unit, '')) === 'passed';
    return tried(isSound || wasUntouched ? 'killed' : 'spoiled', unit, !isSound);
  }
  mutantSwitch.turnOn(NONE);
  return tried('survived');
}

async function runLoaded(unit: Unit, suffix: string): Promise<Result> {
  try {
    const each = (await load(unit.file, isCopied(unit.file) ? suffix : ''))[unit.index];
    if (each === undefined) return 'failed';
    return await runUnit(unit, each.isOnce ? await loadOnce(unit) : each);
  } catch {
    return 'failed';
  }
}

async function loadOnce({ file, index }: Unit): Promise<Loaded> {
  copies += 1;
  const each = (await load(file, `?fresh=${copies}`))[index];
  if (each === undefined) throw new Error(`${file} declares other tests the second time.`);
  return each;
}

/** Runs a unit, for as long as it may take. */
async function runUnit(unit: Unit, each: Loaded): Promise<Result> {
  const limit = PATIENCE_MILLISECONDS + 10 * unit.milliseconds;
  tell({ kind: 'beat', limit });
  const { promise, reject } = Promise.withResolvers<never>();
  stray.reject = reject;
  const timer = new AbortController();
  const overdue = sleep(limit, 'overdue' as const, { signal: timer.signal }).catch(() => 'overdue' as const);
  try {
    const run = runKept(each).then(() => 'passed' as const);
    return await Promise.race([run, promise, overdue]);
  } catch {
    return 'failed';
  } finally {
    timer.abort();
  }
}

async function load(file: string, suffix: string): Promise<readonly Loaded[]> {
  const known = loaded.get(`${file}${suffix}`);
  if (known !== undefined) return known;
  const url = `${pathToFileURL(join(ROOT, file)).href}${suffix}`;
  const root = await collectTests(file, () => import(url));
  const units = listLoaded(root);
  loaded.set(`${file}${suffix}`, units);
  return units;
}

async function runDry(): Promise<DryRun> {
  // biome-ignore lint/style/noProcessEnv: the process that started this one says which.
  const files: readonly string[] = JSON.parse(process.env['TEST_FILES'] ?? '[]');
  const runs = [];
  for (const file of files) runs.push(await dryFile(file));
  return {
    units: runs.flatMap(({ units }) => units),
    atImport: runs.flatMap(({ atImport }) => atImport),
    broken: runs.flatMap(({ broken }) => broken),
  };
}

/** Runs what is in a file; twice what shares something started, for what cannot be repeated is tried as a whole. */
async function dryFile(file: string): Promise<DryRun> {
  mutantSwitch.forget();
  const all = await load(file, '');
  const atImport = mutantSwitch.listReached();
  const parts = Map.groupBy(all.entries(), ([, { suites }]) => suites[0]);
  const runs = [];
  for (const part of parts.values()) runs.push(await dryPart(file, part, atImport));
  return {
    units: runs.flatMap(({ units }) => units),
    atImport,
    broken: runs.flatMap(({ broken }) => broken),
  };
}

async function dryPart(
  file: string,
  part: readonly Place[],
  atImport: readonly number[],
): Promise<Omit<DryRun, 'atImport'>> {
  const tests = part.filter(([, { isWhole }]) => !isWhole);
  const whole = part.find(([, { isWhole }]) => isWhole);
  const atStart = [...atImport, ...(await reachOnStart(tests))];
  const [units, broken]: [Unit[], string[]] = [[], []];
  for (const test of tests) {
    const unit = await measure(file, test);
    if (unit === undefined) broken.push(`${file}: ${test[1].node.name}`);
    else units.push(unit);
  }
  if (whole === undefined) return { units, broken };
  const isAgain = await isRepeatable(file, tests);
  const reached = isAgain ? atStart : [...new Set([...atStart, ...units.flatMap((unit) => unit.reached)])];
  const milliseconds = units.reduce((sum, unit) => sum + unit.milliseconds, 1_000);
  const cost = units.reduce((sum, unit) => sum + unit.cost, 1_000);
  const unit = { file, index: whole[0], name: whole[1].node.name, milliseconds, cost, reached };
  return { units: isAgain ? [...units, unit] : [unit], broken };
}

async function reachOnStart(tests: readonly Place[]): Promise<number[]> {
  mutantSwitch.forget();
  for (const [, { suites }] of tests) await startSuites(suites);
  return mutantSwitch.listReached();
}

async function measure(file: string, [index, each]: Place): Promise<Unit | undefined> {
  const unit = { file, index, name: each.node.name, milliseconds: 60_000, cost: 0, reached: [] };
  mutantSwitch.forget();
  const [startedAt, spent] = [performance.now(), process.cpuUsage()];
  const isPassed = (await runUnit(unit, each)) === 'passed';
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(spent);
  const cost = (user + system) / 1_000;
  return isPassed ? { ...unit, milliseconds, cost, reached: mutantSwitch.listReached() } : undefined;
}

/** Whether tests pass again on what was started once. */
async function isRepeatable(file: string, tests: readonly Place[]): Promise<boolean> {
  for (const test of tests) if ((await measure(file, test)) === undefined) return false;
  return true;
}
