import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../packages/dev/src/index.ts';
import { type Call, createCall } from './prepare-requests.ts';

/** Longest wait for one answer of a process, milliseconds. */
const ANSWER_MILLISECONDS = 60_000;

/** Whether this machine can keep a process on one core. */
export const CAN_PIN = spawnSync('taskset', ['--version']).status === 0;

/** Returns the command that runs another one on one core, as far as this machine can. */
export function pinned(
  core: number,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  return CAN_PIN ? ['taskset', '-c', String(core), ...command] : command;
}

/** A process of its own on one core, that answers one message at a time. */
export type PinnedProcess = {
  /** What it said when it was ready. */
  readonly ready: unknown;
  /** Its number; `taskset` gives its own to it. */
  readonly pid: number;
  ask(question: unknown): Promise<unknown>;
  stop(): void;
};

/**
 * Starts a script on one core and waits for its first message.
 *
 * @param script - relative to this folder.
 * @param outputFile - where its standard output goes; absent, to this process's.
 */
export async function startPinned(
  script: string,
  core: number,
  args: readonly string[] = [],
  outputFile?: string,
): Promise<PinnedProcess> {
  const [program, ...rest] = pinned(core, [process.execPath, join(import.meta.dirname, script), ...args]);
  const output = outputFile === undefined ? 'inherit' : openSync(outputFile, 'a');
  const child = spawn(program, rest, { stdio: ['ignore', output, 'inherit', 'ipc'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return {
    ready: await nextMessage(child, script),
    pid: child.pid ?? 0,
    async ask(question) {
      const answer = nextMessage(child, script);
      child.send(question as object);
      return await answer;
    },
    stop: () => {
      child.kill();
    },
  };
}

function nextMessage(child: ChildProcess, script: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      finish();
    };
    const fail = (reason: string) => settle(() => reject(new Error(`${script} ${reason}.`)));
    const onMessage = (message: unknown) => settle(() => resolve(message));
    const onExit = (code: number | null) => fail(`ended with ${code}`);
    const timer = setTimeout(() => fail('did not answer'), ANSWER_MILLISECONDS);
    child.on('message', onMessage).on('exit', onExit);
  });
}

/** The entry file of this checkout's service. */
export const MAIN = join(import.meta.dirname, '../packages/api/src/main.ts');
const START_MILLISECONDS = 20_000;

/** A service that answers. */
export type Service = {
  /** Where its operations are. */
  readonly base: string;
  readonly call: Call;
  readonly pid: number;
};

/**
 * Runs a service on the first core, with data of its own and no limits of callers, while work is done with it.
 *
 * @param main - its entry file.
 */
export async function withService<T>(
  main: string,
  variables: Readonly<Record<string, string>>,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const port = await findFreePort();
  const environment = {
    ...variables,
    PORT: String(port),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DATA_DIR: directory,
    NODE_ENV: 'development',
    SHUTDOWN_SECONDS: '0',
  };
  // npm's `node-options`, by which Node reads the sources of packages that are published, are not among the variables.
  const [program, ...args] = pinned(0, [process.execPath, '--conditions=@staking-agent/source', main]);
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const base = `http://127.0.0.1:${port}/api/v1`;
    const call = createCall(base);
    const until = performance.now() + START_MILLISECONDS;
    while (!(await call('GET', '/health').catch(() => undefined))) {
      if (performance.now() > until) throw new Error('The service does not answer.');
      await sleep(50);
    }
    return await work({ base, call, pid: child.pid ?? 0 });
  } finally {
    child.kill();
    await ended;
    rmSync(directory, { recursive: true });
  }
}
