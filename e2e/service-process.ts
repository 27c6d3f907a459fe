import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort, sandboxEnvironment } from '@staking-agent/dev';
import type { Sandbox } from '@staking-agent/sandbox';
import { CHILD_ENVIRONMENT } from './child-environment.ts';
import { until } from './until.ts';
import { type Cleanup, send } from './world.ts';

const MAIN = join(import.meta.dirname, '../packages/api/src/main.ts');
/** The same for every process, so that one verifies what another has issued. */
export const SERVICE_TOKEN_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** The service as a process of its own, which can be killed and started again in the same place. */
export type ServiceProcess = {
  /** With the base path; stays the same when it is started again. */
  readonly url: string;
  start(): Promise<void>;
  /** Sends a signal and waits for the end of the process; its exit code, or null when it was killed. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Stops and continues it without its noticing. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
};

/**
 * Starts the service on a sandbox that runs already, and kills it after the test.
 *
 * @param onLog - takes what it logs, in pieces as they come; nobody does unless given.
 */
export async function startProcess(
  t: Cleanup,
  sandbox: Pick<Sandbox, 'url'>,
  environment: Record<string, string>,
  onLog?: (text: string) => void,
): Promise<ServiceProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/api/v1`;
  const variables = {
    ...CHILD_ENVIRONMENT,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SHUTDOWN_SECONDS: '0',
    RATE_LIMITS: 'off',
    SERVICE_TOKEN_KEYS,
    ...sandboxEnvironment(sandbox),
    ...environment,
  };
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(process.execPath, [MAIN], {
      env: variables,
      stdio: ['ignore', onLog === undefined ? 'ignore' : 'pipe', 'pipe'],
    });
    child = started;
    started.stdout?.setEncoding('utf8').on('data', (text: string) => onLog?.(text));
    const output: string[] = [];
    started.stderr?.on('data', (chunk) => output.push(String(chunk)));
    await until('the service answers', async () => {
      if (started.exitCode !== null) throw new Error(`The service ended: ${output.join('')}`);
      return (await send('GET', `${url}/health`).catch(() => undefined))?.status === 200;
    });
  };
  const stop = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return code as number | null;
  };
  t.after(async () => void (await stop('SIGKILL')));
  await start();
  return { url, start, stop, signal: (signal) => void child?.kill(signal) };
}
