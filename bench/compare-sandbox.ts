import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDeployment } from '../packages/chain/src/deployment.ts';
import { sandboxEnvironment } from '../packages/dev/src/index.ts';
import { readDeployment } from './deployment.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { createCall } from './prepare-requests.ts';
import { readCpu } from './read-cpu.ts';
import { countSpread, fixSpread, printSection } from './report.ts';
import { prepareSandboxCalls, type SandboxCalls } from './sandbox-calls.ts';
import type { Figure, Section } from './section.ts';
import { type Spread, spreadOf } from './spread.ts';

const ROUNDS = 8;
const CALLS = 100;
const WARM_UP = 200;
const IDLE_MILLISECONDS = 3_000;
/** Calls under way at once. */
const LANES = 8;

const MICROSECONDS_OF_SECOND = 1e6;
/** What a load test asks of it: sends a second of one core, and milliseconds of CPU for what a router build asks. */
const LEAST_SENDS = 1_000;
const MOST_OF_BUILD = 5;

type Measured = {
  readonly title: string;
  readonly aim: SandboxCalls['aim'];
  /** Microseconds of the sandbox's CPU for one, by round. */
  readonly cpu: readonly number[];
  /** Microseconds that the VM alone takes for one; empty where it cannot run it by itself. */
  readonly alone: readonly number[];
};

/**
 * Measures the CPU time that the sandbox takes as the target of a load test, as a process of its own: what a node is asked
 * most, an order of the router, and all that one build through the router asks of it. Beside the transactions it says what
 * LiteSVM alone takes to run them.
 */
export async function compareSandbox(rounds: number = ROUNDS): Promise<readonly Section[]> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const sandbox = await startPinned('servers/sandbox.ts', 0);
  const url = String(sandbox.ready);
  const environment = { ...sandboxEnvironment({ url }), DATA_DIR: directory };
  const service = await startPinned('servers/on-sandbox.ts', 1, [JSON.stringify(environment)]);
  try {
    const calls = await prepareSandboxCalls({
      sandboxUrl: url,
      service: createCall(`${service.ready}/api/v1`),
      deployment: parseDeployment(readDeployment()),
    });
    const idle = await measureIdle(sandbox.pid);
    const rows: Measured[] = [];
    for (const each of calls) rows.push(await measure(each, { sandbox, idle }, rounds));
    return [toSection(rows)];
  } finally {
    service.stop();
    sandbox.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

type Measuring = {
  readonly sandbox: PinnedProcess;
  /** Microseconds of its CPU in a millisecond without calls: slots go on, and the service's feeds ask for them. */
  readonly idle: number;
};

async function measureIdle(pid: number): Promise<number> {
  const [startedAt, before] = [performance.now(), readCpu([pid])];
  await sleep(IDLE_MILLISECONDS);
  return (readCpu([pid]) - before) / (performance.now() - startedAt);
}

async function measure(
  { title, aim, prepare, ask, isForVm }: SandboxCalls,
  { sandbox, idle }: Measuring,
  rounds: number,
): Promise<Measured> {
  await askAll(ask, await prepare(WARM_UP));
  const [cpu, alone]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const inputs = await prepare(CALLS);
    const [startedAt, before] = [performance.now(), readCpu([sandbox.pid])];
    await askAll(ask, inputs);
    const passed = performance.now() - startedAt;
    cpu.push((readCpu([sandbox.pid]) - before - passed * idle) / CALLS);
    if (isForVm) alone.push(Number(await sandbox.ask({ runAlone: await prepare(CALLS) })));
  }
  return { title, aim, cpu, alone };
}

/** Asks for all, a few at a time. */
async function askAll(ask: SandboxCalls['ask'], inputs: readonly string[]): Promise<void> {
  const left = [...inputs];
  const lane = async () => {
    for (let input = left.pop(); input !== undefined; input = left.pop()) await ask(input);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function toSection(rows: readonly Measured[]): Section {
  return {
    id: 'sandbox',
    headings: ['Asked of the sandbox', 'ms of its CPU', 'a second of one core', 'ms of LiteSVM alone'],
    rows: rows.map(({ title, cpu, alone }) => [
      title,
      fixSpread(inMilliseconds(cpu), 2),
      countSpread(inSecond(cpu)),
      alone.length === 0 ? '' : fixSpread(inMilliseconds(alone), 2),
    ]),
    figures: rows.flatMap(toFigures),
  };
}

function toFigures({ title, aim, cpu }: Measured): Figure[] {
  const name = `sandbox, ${title}`;
  if (aim === 'sends')
    return [{ name, spread: inSecond(cpu), aim: { least: LEAST_SENDS }, isGain: true, unit: 'a second' }];
  if (aim === 'build')
    return [{ name, spread: inMilliseconds(cpu), aim: { most: MOST_OF_BUILD }, isGain: false, unit: 'ms' }];
  return [];
}

function inMilliseconds(microseconds: readonly number[]): Spread {
  return spreadOf(microseconds.map((value) => value / 1_000));
}

function inSecond(microseconds: readonly number[]): Spread {
  return spreadOf(microseconds.map((value) => MICROSECONDS_OF_SECOND / value));
}

// By itself: `node bench/compare-sandbox.ts`, with the number of rounds.
if (process.argv[1] === import.meta.filename) {
  for (const section of await compareSandbox(Number(process.argv[2] ?? ROUNDS))) printSection(section);
  process.exit(0);
}
