import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDeployment } from '../packages/chain/src/deployment.ts';
import { createWallet, findFreePort, sandboxEnvironment, type Wallet } from '../packages/dev/src/index.ts';
import { type Sandbox, startSandbox } from '../packages/sandbox/src/index.ts';
import { readDeployment } from './deployment.ts';
import { CAN_PIN } from './pinned-process.ts';
import { printTable } from './report.ts';
import { median } from './spread.ts';

const MAIN = join(import.meta.dirname, '../packages/api/src/main.ts');
const START_MILLISECONDS = 20_000;
const WARM_UP = 40;
const ROUNDS = 5;
const REQUESTS = 40;

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Record<string, unknown>>;
type Request = readonly [title: string, path: string, body?: object];

/**
 * Measures the CPU time that the service takes for a request of every kind, as a process of its own on the sandbox.
 * The sandbox answers from another process and core, so what it takes does not count. All requests are of one wallet:
 * the addresses of its accounts are remembered after the first.
 *
 * @param main - the service's entry file; this repository's unless given, so that a figure of another commit can be had.
 */
export async function compareEveryBuild(main: string = MAIN): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const sandbox = await startSandbox({ deployment: parseDeployment(readDeployment()), port: 0 });
  const port = await findFreePort();
  const environment = {
    PORT: String(port),
    LOG_LEVEL: 'silent',
    // One caller asks for more than a caller may.
    RATE_LIMITS: 'off',
    DATA_DIR: directory,
    NODE_ENV: 'development',
  };
  const command = [process.execPath, main];
  const [program = '', ...args] = CAN_PIN ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, {
    env: { ...environment, ...sandboxEnvironment(sandbox) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const call = createCall(`http://127.0.0.1:${port}/api/v1`);
    await untilUp(call);
    const requests = await prepare(sandbox, call);
    const rows = [];
    for (const request of requests) rows.push(await measure(request, call, child.pid ?? 0));
    printTable(['CPU time of the service per request', 'ms', 'least', 'most'], rows);
  } finally {
    child.kill();
    await sandbox.close();
    rmSync(directory, { recursive: true });
  }
}

async function measure([title, path, body]: Request, call: Call, pid: number): Promise<string[]> {
  const ask = () => call(body === undefined ? 'GET' : 'POST', path, body);
  for (let i = 0; i < WARM_UP; i += 1) await ask();
  const results: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = readCpuMilliseconds(pid);
    for (let i = 0; i < REQUESTS; i += 1) await ask();
    results.push((readCpuMilliseconds(pid) - before) / REQUESTS);
  }
  return [title, median(results), Math.min(...results), Math.max(...results)].map((cell) =>
    typeof cell === 'number' ? cell.toFixed(2) : cell,
  );
}

/** Gives a wallet something of every strategy, and returns the requests to measure. */
async function prepare(sandbox: Sandbox, call: Call): Promise<Request[]> {
  const wallet = await createWallet();
  const own = { wallet: wallet.address };
  await control(sandbox, 'fund', { ...own, sol: '20000', usdc: '20000' });
  const native = { strategy: 'sol-native-stake', ...own, amount: '2' };
  const liquid = { strategy: 'sol-liquid-stake', ...own, amount: '50' };
  const leveraged = { strategy: 'sol-leveraged-stake', ...own, amount: '4000' };
  const usdc = { strategy: 'usdc-earn', ...own, amount: '1000' };
  const { stakeAccount } = await land(call, wallet, '/stake', native);
  for (const stake of [liquid, leveraged, usdc]) await land(call, wallet, '/stake', stake);
  const ended = await land(call, wallet, '/stake', native);
  const deactivate = { strategy: 'sol-native-stake', ...own, kind: 'deactivate' };
  await land(call, wallet, '/unstake', { ...deactivate, stakeAccount: ended['stakeAccount'] });
  await control(sandbox, 'advance-epoch', { epochs: 2 });
  const instant = { kind: 'instant', amount: '2' };
  return [
    ['stake native', '/stake', native],
    ['unstake native, deactivate', '/unstake', { ...deactivate, stakeAccount }],
    [
      'unstake native, instant',
      '/unstake',
      { strategy: 'sol-native-stake', ...own, kind: 'instant', stakeAccount },
    ],
    [
      'withdraw native',
      '/withdraw',
      { strategy: 'sol-native-stake', ...own, stakeAccount: ended['stakeAccount'] },
    ],
    ['stake liquid', '/stake', liquid],
    ['unstake liquid, instant', '/unstake', { ...liquid, ...instant }],
    ['unstake liquid, slow', '/unstake', { ...liquid, ...instant, kind: 'slow' }],
    ['stake leveraged', '/stake', { ...leveraged, amount: '10' }],
    ['unstake leveraged, flash loan', '/unstake', { ...leveraged, ...instant, amount: '3000' }],
    ['stake USDC', '/stake', usdc],
    ['unstake USDC', '/unstake', { ...usdc, ...instant }],
    ['quote liquid', '/quote', liquid],
    ['quote leveraged', '/quote', { ...leveraged, amount: '100' }],
    ['list', '/strategies'],
    ['detail of liquid', '/strategies/sol-liquid-stake'],
  ];
}

async function land(
  call: Call,
  wallet: Wallet,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const build = await call('POST', path, body);
  const signed_tx = await wallet.sign(String(build['transaction']));
  await call('POST', '/broadcast', { signed_tx, service_token: build['service_token'] });
  return build;
}

function createCall(base: string): Call {
  return async (method, path, body) => {
    const answer = await globalThis.fetch(base + path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was refused: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
}

async function control({ url }: Sandbox, path: string, body: object): Promise<void> {
  await createCall(`${url}/sandbox`)('POST', `/${path}`, body);
}

async function untilUp(call: Call): Promise<void> {
  const until = performance.now() + START_MILLISECONDS;
  while (!(await call('GET', '/health').catch(() => undefined))) {
    if (performance.now() > until) throw new Error('The service does not answer.');
    await sleep(50);
  }
}

/** Time that the threads of a process have been on a core; the kernel counts it in nanoseconds. */
function readCpuMilliseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
  );
  return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
}

// By itself: `node bench/compare-every-build.ts`, with the entry file of another checkout to compare with.
if (process.argv[1] === import.meta.filename) {
  await compareEveryBuild(process.argv[2]);
  process.exit(0);
}
