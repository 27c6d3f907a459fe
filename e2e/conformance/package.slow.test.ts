import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startWorld } from '../world.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
// biome-ignore lint/style/noProcessEnv: npm says which Node runs it, the oldest that is supported where it is that one.
const { npm_node_execpath: outer = process.execPath } = process.env;

describe('the packed kit', async () => {
  // As npm start has it: callers are limited, and the ledger keeps its pace.
  const world = await startWorld({ after }, { RATE_LIMITS: '' });
  const folder = mkdtempSync(join(tmpdir(), 'staking-conformance-'));
  after(() => rmSync(folder, { recursive: true }));
  await run(process.execPath, ['packages/conformance/scripts/build.ts'], { cwd: ROOT });
  await run('npm', ['pack', join(ROOT, 'packages/conformance/dist'), '--pack-destination', folder], {
    cwd: folder,
  });
  const [packed = ''] = readdirSync(folder);
  await run('npm', ['install', '--offline', '--no-save', '--prefix', folder, join(folder, packed)], {
    cwd: folder,
  });
  const command = join(folder, 'node_modules/.bin/staking-conformance');
  const check = (node: string, ...args: readonly string[]) =>
    run(node, [command, '--url', world.service.url, ...args]);

  for (const node of new Set([process.execPath, outer])) {
    const { stdout: version } = await run(node, ['--version']);
    test(`is one file without dependencies, and passes under Node ${version.trim()}`, async () => {
      assert.deepEqual(readdirSync(join(folder, 'node_modules/@staking-agent')), ['conformance']);
      const { stdout } = await check(node, '--sandbox', world.sandbox.url, '--format', 'json');
      const { totals } = JSON.parse(stdout);
      assert.equal(totals.failed, 0);
      assert.equal(totals.skipped, 2, 'what waits for minutes');
    });
  }

  test('reads alone where it is told nothing more', async () => {
    const { stdout } = await check(process.execPath);
    assert.match(stdout, /^TAP version 14\n/);
    assert.doesNotMatch(stdout, /^not ok/m);
    assert.doesNotMatch(stdout, /^# POST \/(?!quote)/m);
  });
});
