import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { findFreePort } from '@staking-agent/dev';
import { until } from './until.ts';
import { send, startWorld } from './world.ts';

test('the service of a laptop answers nobody before its world is ready', async (t) => {
  const port = await findFreePort();
  const starting = startWorld(t, { PORT: String(port) }, Date, { epochsBehind: 3 });
  const base = `http://127.0.0.1:${port}/api/v1`;
  let answered: unknown;
  let failed: unknown;
  starting.catch((error) => {
    failed = error;
  });
  await until('the service answers', async () => {
    // The first connection that is taken asks for the list: nothing may be missing from it.
    answered = await send('GET', `${base}/strategies`).catch(() => undefined);
    return answered !== undefined || failed !== undefined;
  });
  const { sandbox } = await starting;
  assert.equal(Object(answered).status, 200);
  const { strategies } = Object(answered).body;
  for (const { key, live } of strategies) assert.equal(typeof live.apy, 'number', key);
  assert.equal(strategies.length, 4);
  const { body } = await send('GET', `${base}/apy/history?strategy=sol-leveraged-stake`);
  assert.ok(body.points.length >= 2, JSON.stringify(body));
  assert.equal(sandbox.ledger.epoch(), 1039n);
});

test('npm run dev starts the service again when a file is saved', async (t) => {
  const root = join(import.meta.dirname, '..');
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const variables = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDirectory };
  const dev = spawn('npm', ['run', 'dev'], {
    cwd: root,
    detached: true,
    // biome-ignore lint/style/noProcessEnv: npm needs the environment it was itself given.
    env: { ...process.env, ...variables, ADMIN_PORT: 'off' },
  });
  const exited = once(dev, 'exit');
  t.after(async () => {
    if (dev.pid !== undefined) process.kill(-dev.pid, 'SIGTERM');
    await exited;
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  const lines: string[] = [];
  const health = `http://127.0.0.1:${port}/api/v1/health`;
  for await (const line of createInterface({ input: dev.stdout })) {
    lines.push(line);
    if (!line.includes('npm run demo')) continue;
    assert.equal((await send('GET', health)).status, 200);
    if (lines.some((each) => each.startsWith('Restarting'))) return;
    const now = new Date();
    utimesSync(join(root, 'packages/wire/src/index.ts'), now, now);
  }
  assert.fail(`The process ended: ${lines.join('\n')}`);
});
