import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, type TestContext, test } from 'node:test';
import { request } from 'undici';

const MAIN = join(import.meta.dirname, '../src/main.ts');
// biome-ignore lint/style/noProcessEnv: processes that tests start share the compile cache that tests run over.
const { NODE_COMPILE_CACHE } = process.env;

type Running = { child: ChildProcess; url: string; lines: readonly string[] };

function spawnMain(t: TestContext, environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { SANDBOX_PORT: '0', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment },
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function run(t: TestContext, environment: Record<string, string>): Promise<Running> {
  const child = spawnMain(t, environment);
  assert.ok(child.stdout);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('DEPLOYMENT=')) break;
  }
  const url = lines.find((line) => line.startsWith('LEDGER_RPC_URLS='))?.slice('LEDGER_RPC_URLS='.length);
  return { child, lines, url: url ?? '' };
}

async function stop({ child }: Running, signal: NodeJS.Signals): Promise<number> {
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}

async function call(url: string, path: string, body: object) {
  const response = await request(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.body.text());
}

describe('npm run sandbox', () => {
  test('prints .env lines and stops on a signal', async (t) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const running = await run(t, {});
      for (const line of running.lines) assert.match(line, /^[A-Z_]+=\S+$/);
      const { wallet } = await call(running.url, '/sandbox/wallets', { sol: '7.5' });
      const ask = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] };
      assert.equal((await call(running.url, '/', ask)).result.value, 7_500_000_000);
      assert.equal(await stop(running, signal), 0);
    }
  });

  test('refuses to start on a bad port or a missing deployment', async (t) => {
    const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ SANDBOX_PORT: '70000' }, /SANDBOX_PORT must be a port from 0 to 65535, not "70000"/],
      [{ DEPLOYMENT: 'deployments/nowhere.json' }, /ENOENT.*nowhere\.json/],
    ];
    await Promise.all(
      cases.map(async ([environment, complaint]) => {
        const child = spawnMain(t, environment);
        let complained = '';
        child.stderr?.on('data', (chunk) => {
          complained += chunk;
        });
        const [code] = await once(child, 'close');
        assert.notEqual(code, 0);
        assert.match(complained, complaint);
      }),
    );
  });

  test('closes slots as fast as it is told to', async (t) => {
    const { url } = await run(t, { SANDBOX_SLOT_MILLISECONDS: '1' });
    const ask = { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [{ commitment: 'processed' }] };
    const first = await call(url, '/', ask);
    for (let slot = first.result; slot < first.result + 100; ) slot = (await call(url, '/', ask)).result;
  });
});
