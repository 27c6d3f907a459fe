import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { findFreePort, sandboxEnvironment } from '@staking-agent/dev';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { startCountingNode } from '../count-rpc.ts';
import { signBuild } from '../land-build.ts';
import { until } from '../until.ts';
import {
  createFundedWallet,
  DEPLOYMENT,
  requestCounts,
  send,
  setLedgerFault,
  setRouterFault,
} from '../world.ts';

/* Of processes: how they stop at a signal, or do not start; lifetime.test.ts has services of its own process. */

const MAIN = join(import.meta.dirname, '../../packages/api/src/main.ts');
const JSON_BODY = { 'content-type': 'application/json' };

/** Starts the service as a process, with its standard output where the test says. */
async function run(
  t: TestContext,
  sandbox: Pick<Sandbox, 'url'>,
  { stdout = 'ignore', ...environment }: { stdout?: 'pipe' | 'ignore' | number } & Record<string, unknown>,
) {
  const [port, adminPort] = [await findFreePort(), await findFreePort()];
  const directory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...CHILD_ENVIRONMENT,
      ...sandboxEnvironment(sandbox),
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      DATA_DIR: directory,
      ...(environment as Record<string, string>),
    },
    stdio: ['ignore', stdout, 'inherit'],
  });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until('the service answers', () => {
    assert.equal(child.exitCode, null, 'the service did not start');
    return isUp(url);
  });
  return { child, url, adminUrl: `http://127.0.0.1:${adminPort}` };
}

async function isUp(url: string): Promise<boolean> {
  return (await send('GET', `${url}/api/v1/health`).catch(() => undefined))?.status === 200;
}

/**
 * Ends the service and returns how. How long it takes is for a machine that does nothing else: the test of startService
 * counts it by the service's own clock.
 */
async function end(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code, signal] = await exited;
  return { code, signal };
}

async function startLedger(t: TestContext) {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  return sandbox;
}

describe('a service that is told to stop ends', { concurrency: 2 }, () => {
  test('while the ledger hangs on every call', async (t) => {
    const sandbox = await startLedger(t);
    const node = await startCountingNode(t, sandbox.url);
    const { child, url } = await run(t, sandbox, { LOG_LEVEL: 'silent', LEDGER_RPC_URLS: node.url });
    const wallet = await createFundedWallet({ sandbox }, '5');
    await setLedgerFault({ sandbox }, { mode: 'hang' });
    const body = JSON.stringify({ wallet: wallet.address, stakeAccount: wallet.address });
    const hanging = send('POST', `${url}/api/v1/withdraw`, body, JSON_BODY).catch(() => undefined);
    await until('the withdrawal waits for the ledger', () =>
      node.calls.some((call) => call.includes(wallet.address)),
    );
    assert.deepEqual(await end(child), { code: 0, signal: null });
    await hanging;
  });

  test('while the router holds a transaction for good', async (t) => {
    const sandbox = await startLedger(t);
    const { child, url } = await run(t, sandbox, { LOG_LEVEL: 'silent' });
    const wallet = await createFundedWallet({ sandbox }, '5');
    const post = (path: string, body: object) =>
      send('POST', `${url}/api/v1${path}`, JSON.stringify(body), JSON_BODY);
    const stake = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '1' };
    const signed = await signBuild(wallet, (await post('/stake', stake)).body);
    await setRouterFault({ sandbox }, { mode: 'hang', method: 'execute' });
    const held = post('/broadcast', signed);
    const answered = held.then(
      () => true,
      () => false,
    );
    await until('the router has it', async () => {
      const { 'token/execute': count = 0 } = await requestCounts({ sandbox }, 'router');
      return count > 0;
    });
    assert.deepEqual(await end(child), { code: 0, signal: null });
    assert.equal(await answered, false);
  });
});

describe('a log that takes nothing', { skip: process.platform !== 'linux', concurrency: 2 }, () => {
  const places = {
    'a full disk': () => openSync('/dev/full', 'w'),
    'a pipe nobody reads': () => 'pipe' as const,
  };
  for (const [name, open] of Object.entries(places)) {
    test(`${name}: answers go on, the lines are counted, and the service stops`, async (t) => {
      const { child, url, adminUrl } = await run(t, await startLedger(t), {
        stdout: open(),
        LOG_LEVEL: 'trace',
      });
      child.stdout?.pause();
      // In the end more than the pipe and the buffer of the log take.
      await until('lines are lost', async () => {
        const answers = Array.from({ length: 500 }, () => send('GET', `${url}/api/v1/health`));
        for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
        return /^staking_log_lines_lost_total [1-9]/m.test((await send('GET', `${adminUrl}/metrics`)).text);
      });
      assert.deepEqual(await end(child), { code: 0, signal: null });
    });
  }
});

test('production without its settings does not start, and says everything that is missing at once', async () => {
  const env = { ...CHILD_ENVIRONMENT, NODE_ENV: 'production', PORT: '99999' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 1);
  for (const name of [
    'LEDGER_RPC_URLS',
    'ROUTER_URL',
    'ROUTER_API_KEY',
    'VAULT_API_URL',
    'APY_VALIDATOR_URL',
    'DEPLOYMENT',
    'SERVICE_TOKEN_KEYS',
    'PARTNER_KEY_SECRETS',
    'BASE_URL',
    'PORT',
  ]) {
    assert.match(said, new RegExp(`- ${name} `));
  }
});
