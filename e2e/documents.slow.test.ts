import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { runAdmin } from '@staking-agent/api/admin';
import type { StoreLocation } from '@staking-agent/api/store';
import { findFreePort, startLaptop } from '@staking-agent/dev';
import { openPatientStore } from '../packages/api/test/open-patient-store.ts';
import { openSqliteHere } from '../packages/api/test/open-sqlite-here.ts';
import { createDataDirectory } from './admin.ts';
import { findBlocks } from './find-blocks.ts';
import { until } from './until.ts';
import { DEPLOYMENT, send } from './world.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Every member name and every kind of value, so that examples can be compared with answers of other keys. */
function getShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(getShape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, getShape(member)]));
}

/** In its first two seconds a service has not seen two blocks yet, and cannot say how long a build lives. */
async function untilPaceIsMeasured(port: number): Promise<void> {
  const stake = { strategy: 'sol-native-stake', wallet: DEPLOYMENT.voteAccount, amount: '1.5' };
  await until('the pace of blocks is measured', async () => {
    const { status, body } = await send('POST', `http://127.0.0.1:${port}/api/v1/stake`, stake);
    return status === 200 && body.expiry.validForSeconds !== null;
  });
}

const { port, sandboxPort } = await startHere();

/** The world of `npm start`, on ports of its own; scripts.slow.test.ts runs it and the demo as processes. */
async function startHere() {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const laptop = await startLaptop({
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    ADMIN_PORT: 'off',
    DATA_DIR: dataDirectory,
    CONSOLE: 'off',
    SHUTDOWN_SECONDS: '0',
  });
  after(async () => {
    await laptop.close();
    rmSync(dataDirectory, { recursive: true });
  });
  return { port, sandboxPort };
}

describe('the README', () => {
  test('shows what its commands do', async () => {
    await untilPaceIsMeasured(port);
    const readme = read('README.md');
    const commands = findBlocks(readme, 'sh').filter((block) => block.includes('curl'));
    const shown = findBlocks(readme, 'json').map((block) => JSON.parse(block));
    const answers: unknown[] = [];
    for (const block of commands) {
      const script = block.replaceAll(':3000', `:${port}`).replaceAll(':8899', `:${sandboxPort}`);
      const { stdout } = await run('bash', ['-euc', script]);
      answers.push(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    }
    const [exit, stake, refusal] = answers;
    assert.deepEqual(getShape(stake), getShape(shown[0]));
    // Of texts that the README cuts, the form: which token, which notes.
    const { service_token: token, notes } = Object(stake);
    assert.equal(token.split('.')[0], shown[0].service_token.split('.')[0]);
    assert.ok(notes.startsWith(shown[0].notes.replace('…', '')), notes);
    assert.equal(shown[0].transaction.slice(0, 40), Object(stake).transaction.slice(0, 40));
    const { status, changes } = Object(exit);
    assert.equal(status, 'landed');
    const back = changes.find(({ direction }: { direction: string }) => direction === 'in');
    assert.equal(back.asset, 'SOL');
    assert.ok(Number(back.amount) > 4.98 && Number(back.amount) < 5, `${back.amount} of 5 SOL came back`);
    assert.deepEqual({ ...Object(refusal), type: '' }, { ...shown[1], type: '' });
  });

  test('of the documents lands its first stake', async () => {
    const [block = ''] = findBlocks(read('docs/README.md'), 'sh');
    const script = block.replaceAll(':3000', `:${port}`).replaceAll(':8899', `:${sandboxPort}`);
    const { stdout } = await run('bash', ['-euc', script]);
    const { status, changes } = JSON.parse(stdout);
    assert.equal(status, 'landed');
    assert.ok(changes.length > 0);
  });
});

test('the commands of docs/partners.md do what it shows', async (t) => {
  const dataDirectory = createDataDirectory(t);
  const [block = ''] = findBlocks(read('docs/partners.md'), 'sh');
  const [add = '', ...others] = block.trim().split('\n');
  // biome-ignore lint/style/noProcessEnv: npm needs the environment it was itself given.
  const options = { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDirectory } };
  const { stdout } = await run('bash', ['-euc', add], options);
  const [id = ''] = /p_[a-z2-7]{16}/.exec(stdout) ?? [];
  assert.match(stdout, /^key {3}sapk_[a-z2-7]{39}$/m);
  assert.ok(others.length > 4);
  for (const command of others) {
    // In this process, because each that starts takes longer than its command; the first went through npm.
    const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    assert.deepEqual(words.slice(0, 4), ['npm', 'run', 'admin', '--'], command);
    const argv = words.slice(4).map((word) => word.replace(/^p_[a-z2-7]{16}$/, id));
    const told: string[] = [];
    const streams = { out: (text: string) => told.push(text), error: (text: string) => told.push(text) };
    const open = (at: StoreLocation) => openPatientStore(at, { openFile: openSqliteHere });
    assert.equal(await runAdmin(argv, { DATA_DIR: dataDirectory }, streams, open), 0, told.join(''));
  }
});
