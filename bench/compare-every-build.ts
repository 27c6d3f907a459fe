import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDeployment } from '../packages/chain/src/deployment.ts';
import { findFreePort, sandboxEnvironment } from '../packages/dev/src/index.ts';
import { startSandbox } from '../packages/sandbox/src/index.ts';
import { compareSdks } from './compare-sdks.ts';
import { readDeployment } from './deployment.ts';
import { CAN_PIN, startPinned } from './pinned-process.ts';
import { type Call, createCall, prepareRequests, type Request } from './prepare-requests.ts';
import { readCpu } from './read-cpu.ts';
import { fixSpread, printSection } from './report.ts';
import type { Aim, Section } from './section.ts';
import { SERVE_FLAGS } from './serve-flags.ts';
import { pairedRatios, type Spread, spreadOf } from './spread.ts';

const MAIN = join(import.meta.dirname, '../packages/api/src/main.ts');
const START_MILLISECONDS = 20_000;
const IDLE_MILLISECONDS = 3_000;
const WARM_UP = 20;
const ROUNDS = 6;
const REQUESTS = 15;

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
/** How many times as much the public SDKs take at least. */
const LEAST_OF_SDKS = 5;

type Measured = {
  readonly title: string;
  readonly ours: readonly number[];
  readonly sdks: readonly number[];
};

/**
 * Measures the CPU time that the service takes for a request of every kind, as a process of its own on the sandbox, and
 * beside it what the public SDKs take for the same. The sandbox answers from another process and core, so what it takes
 * does not count, nor does what the service takes when nobody asks. All requests are of one wallet: the addresses of its
 * accounts are remembered after the first.
 *
 * @param main - the service's entry file; this repository's unless given, so that a figure of another commit can be had.
 */
export async function compareEveryBuild(main: string = MAIN): Promise<readonly Section[]> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const builderDirectory = join(directory, 'builder');
  mkdirSync(builderDirectory);
  const sandbox = await startSandbox({ deployment: parseDeployment(readDeployment()), port: 0 });
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
  const command = [process.execPath, ...SERVE_FLAGS, main];
  const [program = '', ...args] = CAN_PIN ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, {
    env: { ...environment, ...sandboxEnvironment(sandbox) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const sdks = await startPinned('servers/public-sdks.ts', 0, [sandbox.url]);
  try {
    const call = createCall(`http://127.0.0.1:${port}/api/v1`);
    await untilUp(call);
    const { wallet, requests } = await prepareRequests(sandbox, call, WARM_UP + ROUNDS * REQUESTS);
    const pid = child.pid ?? 0;
    const idle = await measureIdle(pid);
    const rows: Measured[] = [];
    for (const request of requests) {
      const askSdks = (sdks.ready as readonly string[]).includes(request[0])
        ? async () => (await sdks.ask({ build: request[0], wallet, times: REQUESTS })) as number
        : undefined;
      rows.push(await measure(request, { call, pid, idle, askSdks }));
    }
    const ground = { ...environment, ...sandboxEnvironment(sandbox), DATA_DIR: builderDirectory };
    return [toSection(rows), await compareSdks({ url: sandbox.url, wallet, environment: ground })];
  } finally {
    sdks.stop();
    child.kill();
    await sandbox.close();
    rmSync(directory, { recursive: true });
  }
}

type Measuring = {
  readonly call: Call;
  readonly pid: number;
  /** Milliseconds of CPU in a millisecond without requests. */
  readonly idle: number;
  readonly askSdks: (() => Promise<number>) | undefined;
};

async function measure(
  [title, path, body]: Request,
  { call, pid, idle, askSdks }: Measuring,
): Promise<Measured> {
  const ask = () =>
    body === undefined ? call('GET', path) : call('POST', path, typeof body === 'function' ? body() : body);
  for (let i = 0; i < WARM_UP; i += 1) await ask();
  if (askSdks !== undefined) await askSdks();
  const [ours, sdks]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [startedAt, before] = [performance.now(), readCpu([pid])];
    for (let i = 0; i < REQUESTS; i += 1) await ask();
    const spent = (readCpu([pid]) - before) / 1_000 - (performance.now() - startedAt) * idle;
    ours.push(spent / REQUESTS);
    if (askSdks !== undefined) sdks.push(await askSdks());
  }
  return { title, ours, sdks };
}

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
    headings: ['CPU time of the service for one request', 'ms', 'ms of the public SDKs', 'times as much'],
    rows: rows.map(({ title, ours, sdks }) => [
      title,
      fixSpread(spreadOf(ours), 2),
      sdks.length === 0 ? '' : fixSpread(spreadOf(sdks), 2),
      sdks.length === 0 ? '' : getTimes(sdks, ours).middle.toFixed(1),
    ]),
    figures: rows.flatMap(({ title, ours, sdks }) => [
      ...(MOST[title] === undefined
        ? []
        : [{ name: title, spread: spreadOf(ours), ...atMost(title), isGain: false, unit: 'ms' }]),
      ...(sdks.length === 0
        ? []
        : [
            {
              name: `${title}, times of the public SDKs`,
              spread: getTimes(sdks, ours),
              aim: { least: LEAST_OF_SDKS },
              isGain: true,
            },
          ]),
    ]),
  };
}

function getTimes(sdks: readonly number[], ours: readonly number[]): Spread {
  return spreadOf(pairedRatios(sdks, ours));
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
