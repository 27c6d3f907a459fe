import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../packages/dev/src/index.ts';
import { DEPLOYMENT_FILE } from './deployment.ts';
import { listFamily, readCpu } from './read-cpu.ts';
import { countSpread, fixSpread, printSection } from './report.ts';
import type { Section } from './section.ts';
import { startLedgerStub } from './servers/ledger-stub.ts';
import { type Spread, spreadOf } from './spread.ts';

const ROOT = join(import.meta.dirname, '..');
const ROUNDS = 3;
/** After which nothing of the start goes on any more. */
const IDLE_MILLISECONDS = 8_000;
const GIVE_UP_MILLISECONDS = 60_000;
const BYTES_OF_MEGABYTE = 1_000_000;

/** One start: seconds until the first answer, of CPU until then, and until it is gone; megabytes when idle. */
type Start = { readonly up: number; readonly cpu: number; readonly memory: number; readonly down: number };

/** How a service is started, and what it may take. */
type Command = {
  readonly title: string;
  readonly script: string;
  readonly mostSeconds: number;
  readonly mostMegabytes?: number;
};

const COMMANDS: readonly Command[] = [
  { title: '`npm run serve`', script: 'serve', mostSeconds: 2, mostMegabytes: 250 },
  { title: '`npm start`, with its sandbox', script: 'start', mostSeconds: 3 },
];

/**
 * Measures what a start takes, as a person starts it, npm included: until `GET /health` is answered, and until the
 * process is gone when it is told to stop. The first start does not count: it reads the files from the disk.
 */
export async function measureStart(rounds: number = ROUNDS): Promise<readonly Section[]> {
  const ledger = await startLedgerStub();
  const measured: { readonly command: Command; readonly starts: Start[] }[] = [];
  try {
    for (const command of COMMANDS) {
      const starts: Start[] = [];
      for (let round = 0; round <= rounds; round += 1) starts.push(await startOnce(command, ledger.url));
      measured.push({ command, starts: starts.slice(1) });
    }
  } finally {
    ledger.close();
  }
  const pick = (starts: readonly Start[], field: keyof Start): Spread =>
    spreadOf(starts.map((start) => start[field]));
  return [
    {
      id: 'start',
      headings: ['', 's until it answers', 's of CPU until then', 'MB when idle', 's until it is gone'],
      rows: measured.map(({ command, starts }) => [
        command.title,
        fixSpread(pick(starts, 'up'), 2),
        fixSpread(pick(starts, 'cpu'), 2),
        countSpread(pick(starts, 'memory')),
        fixSpread(pick(starts, 'down'), 2),
      ]),
      figures: measured.flatMap(({ command, starts }) => toFigures(command, (field) => pick(starts, field))),
    },
  ];
}

function toFigures({ title, mostSeconds, mostMegabytes }: Command, pick: (field: keyof Start) => Spread) {
  return [
    { name: `${title} answers`, spread: pick('up'), aim: { most: mostSeconds }, isGain: false, unit: 's' },
    { name: `${title} is gone`, spread: pick('down'), aim: { most: 1 }, isGain: false, unit: 's' },
    ...(mostMegabytes === undefined
      ? []
      : [
          {
            name: `${title} when idle`,
            spread: pick('memory'),
            aim: { most: mostMegabytes },
            isGain: false,
            unit: 'MB',
          },
        ]),
  ];
}

async function startOnce({ script }: Command, ledgerUrl: string): Promise<Start> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: ROOT,
    // What the caller has set must not decide what is started.
    env: {
      // biome-ignore lint/style/noProcessEnv: npm finds Node by it.
      PATH: String(process.env['PATH']),
      HOME: directory,
      ...environment(script, ledgerUrl, directory),
      PORT: `${port}`,
      SANDBOX_PORT: `${sandboxPort}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  try {
    await untilHealthy(child, port);
    const up = (performance.now() - startedAt) / 1_000;
    const family = listFamily(child.pid ?? 0);
    const cpu = readCpu(family) / 1e6;
    await sleep(IDLE_MILLISECONDS);
    const service = family.at(-1) ?? 0;
    const memory = readMemory(service);
    const stoppedAt = performance.now();
    process.kill(service, 'SIGTERM');
    await once(child, 'exit');
    return { up, cpu, memory, down: (performance.now() - stoppedAt) / 1_000 };
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What a production start has, save for its ledger; `npm start` brings a sandbox of its own. */
function environment(script: string, ledgerUrl: string, directory: string): Record<string, string> {
  if (script === 'start') return { DATA_DIR: directory, ADMIN_PORT: '0' };
  return {
    DATA_DIR: directory,
    DEPLOYMENT: DEPLOYMENT_FILE,
    LEDGER_RPC_URLS: ledgerUrl,
    ROUTER_URL: ledgerUrl,
    ROUTER_API_KEY: 'none',
    VAULT_API_URL: ledgerUrl,
    APY_VALIDATOR_URL: ledgerUrl,
  };
}

async function untilHealthy(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + GIVE_UP_MILLISECONDS;
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    if (performance.now() > until) throw new Error('The service does not answer.');
    await sleep(5);
  }
}

function isHealthy(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ port, path: '/api/v1/health' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asking.once('error', () => resolve(false));
    asking.end();
  });
}

/** Megabytes of a process in memory, pages of files that it shares with others included. */
function readMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1_024) / BYTES_OF_MEGABYTE;
}

// By itself: `node bench/measure-start.ts`, with the number of rounds.
if (process.argv[1] === import.meta.filename) {
  for (const section of await measureStart(Number(process.argv[2] ?? ROUNDS))) printSection(section);
  process.exit(0);
}
