import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, sandboxEnvironment } from '../packages/dev/src/index.ts';
import { compareSdks } from './compare-sdks.ts';
import { CAN_PIN, type PinnedProcess, startPinned } from './pinned-process.ts';
import { type Call, createCall, prepareRequests, type Request } from './prepare-requests.ts';
import { readCpu } from './read-cpu.ts';
import { fixSpread, printSection } from './report.ts';
import type { Aim, Section } from './section.ts';
import { pairedRatios, spreadOf } from './spread.ts';

const MAIN = join(import.meta.dirname, '../packages/api/src/main.ts');
const START_MILLISECONDS = 20_000;
const IDLE_MILLISECONDS = 3_000;
/** Requests of a kind after a start, whose code is not compiled yet. */
const FIRST = 20;
/** Requests of a kind before it counts: its figure falls until some 250. */
const WARM_UP = 300;
const ROUNDS = 20;
const REQUESTS = 10;
/** What it sends is followed until it is final, which would count in the slices of others. */
const APART = 'broadcast native';

/** Most milliseconds that a request may take of the service. */
const MOST: Readonly<Record<string, number>> = {
  'unstake native, instant': 3,
  'stake liquid': 3,
  'unstake liquid, instant': 3,
  'stake leveraged': 3,
  'unstake leveraged, flash loan': 3,
  'stake USDC': 3,
  'unstake USDC': 3,
  'broadcast native': 1.5,
};

/** Milliseconds of CPU for one request, slice by slice; `first` of the first requests after a start. */
type Measured = {
  readonly title: string;
  readonly first: number;
  readonly ours: readonly number[];
  readonly sdks: readonly number[];
};

/**
 * Measures the CPU time that the service takes for a request of every kind at steady load, as a process of its own on the
 * sandbox, and beside it what the public SDKs take for the same. The sandbox answers from another process and core, so what
 * it takes does not count, nor does what the service takes when nobody asks. All requests are of one wallet, one after the
 * other: the addresses of its accounts are remembered after the first.
 *
 * Every kind is asked for until its code is compiled; then they are measured in short slices in turn, each round in another
 * order. What the first requests take is told too.
 *
 * @param main - the service's entry file; this repository's unless given, so that a figure of another commit can be had.
 */
export async function compareEveryBuild(main: string = MAIN): Promise<readonly Section[]> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const builderDirectory = join(directory, 'builder');
  mkdirSync(builderDirectory);
  const sandbox = await startPinned('servers/sandbox.ts', 1);
  const url = String(sandbox.ready);
  const port = await findFreePort();
  const environment = {
    PORT: String(port),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    // One caller asks for more than a caller may.
    RATE_LIMITS: 'off',
    DATA_DIR: directory,
    NODE_ENV: 'development',
  };
  const command = [process.execPath, main];
  const [program = '', ...args] = CAN_PIN ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, {
    env: { ...environment, ...sandboxEnvironment({ url }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const sdks = await startPinned('servers/public-sdks.ts', 0, [url]);
  try {
    const call = createCall(`http://127.0.0.1:${port}/api/v1`);
    await untilUp(call);
    const { wallet, requests } = await prepareRequests({ url }, call, FIRST + WARM_UP + ROUNDS * REQUESTS);
    const pid = child.pid ?? 0;
    const slices = requests.map((request) => createSlice(request, { call, pid, sdks, wallet }));
    const rows = await measureInTurn(slices, pid);
    const ground = { ...environment, ...sandboxEnvironment({ url }), DATA_DIR: builderDirectory };
    return [toSection(rows), await compareSdks({ url, wallet, environment: ground })];
  } finally {
    sdks.stop();
    child.kill();
    sandbox.stop();
    rmSync(directory, { recursive: true });
  }
}

/** One kind of request, and what a number of them takes: milliseconds of CPU for one, what nobody asked for included. */
type Slice = {
  readonly title: string;
  readonly ours: (times: number) => Promise<{ readonly spent: number; readonly passed: number }>;
  readonly sdks: ((times: number) => Promise<number>) | undefined;
};

function createSlice(
  [title, path, body]: Request,
  {
    call,
    pid,
    sdks,
    wallet,
  }: {
    readonly call: Call;
    readonly pid: number;
    readonly sdks: PinnedProcess;
    readonly wallet: string;
  },
): Slice {
  const ask = () =>
    body === undefined ? call('GET', path) : call('POST', path, typeof body === 'function' ? body() : body);
  return {
    title,
    async ours(times) {
      const [startedAt, before] = [performance.now(), readCpu([pid])];
      for (let left = times; left > 0; left -= 1) await ask();
      const spent = (readCpu([pid]) - before) / 1_000 / times;
      return { spent, passed: (performance.now() - startedAt) / times };
    },
    sdks: (sdks.ready as readonly string[]).includes(title)
      ? async (times) => (await sdks.ask({ build: title, wallet, times })) as number
      : undefined,
  };
}

async function measureInTurn(slices: readonly Slice[], pid: number): Promise<readonly Measured[]> {
  const rows = slices.map((slice) => ({ slice, title: slice.title, first: 0, ours: [], sdks: [] }) as Row);
  const [apart, others] = [
    rows.filter(({ title }) => title === APART),
    rows.filter(({ title }) => title !== APART),
  ];
  for (const group of [apart, others]) {
    for (const row of group) {
      row.first = (await row.slice.ours(FIRST)).spent;
      await row.slice.ours(WARM_UP);
      await row.slice.sdks?.(WARM_UP);
    }
    const idle = await measureIdle(pid);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const i of group.keys()) {
        const { slice, ours, sdks } = group[(i + round) % group.length] ?? fail();
        const { spent, passed } = await slice.ours(REQUESTS);
        ours.push(spent - passed * idle);
        if (slice.sdks !== undefined) sdks.push(await slice.sdks(REQUESTS));
      }
    }
  }
  return rows;
}

type Row = {
  readonly slice: Slice;
  readonly title: string;
  first: number;
  readonly ours: number[];
  readonly sdks: number[];
};

function fail(): never {
  throw new Error('There is no such request.');
}

/** Milliseconds of CPU in a millisecond without requests. */
async function measureIdle(pid: number): Promise<number> {
  const [startedAt, before] = [performance.now(), readCpu([pid])];
  await sleep(IDLE_MILLISECONDS);
  return (readCpu([pid]) - before) / 1_000 / (performance.now() - startedAt);
}

function toSection(rows: readonly Measured[]): Section {
  const atMost = (title: string): { aim?: Aim } => {
    const most = MOST[title];
    return most === undefined ? {} : { aim: { most } };
  };
  return {
    id: 'every-build',
    headings: [
      'CPU time of the service for one request',
      'ms',
      `ms of the first ${FIRST}`,
      'ms of the public SDKs',
      'times as much',
    ],
    rows: rows.map(({ title, first, ours, sdks }) => [
      title,
      fixSpread(spreadOf(ours), 2),
      first.toFixed(2),
      sdks.length === 0 ? '' : fixSpread(spreadOf(sdks), 2),
      sdks.length === 0 ? '' : spreadOf(pairedRatios(sdks, ours)).middle.toFixed(1),
    ]),
    figures: rows
      .filter(({ title }) => MOST[title] !== undefined)
      .map(({ title, ours }) => ({
        name: title,
        spread: spreadOf(ours),
        ...atMost(title),
        isGain: false,
        unit: 'ms',
      })),
  };
}

async function untilUp(call: Call): Promise<void> {
  const until = performance.now() + START_MILLISECONDS;
  while (!(await call('GET', '/health').catch(() => undefined))) {
    if (performance.now() > until) throw new Error('The service does not answer.');
    await sleep(50);
  }
}

// By itself: `node bench/compare-every-build.ts`, with the entry file of another checkout to compare with.
if (process.argv[1] === import.meta.filename) {
  for (const section of await compareEveryBuild(process.argv[2])) printSection(section);
  process.exit(0);
}
