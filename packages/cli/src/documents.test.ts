import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { toBuild } from './documents.ts';
import { EXIT } from './session.ts';

for (const document of [null, true, 5, [], {}, { transaction: 5 }, { transaction: null }])
  test(`${JSON.stringify(document)} is no build`, () => {
    assert.throws(() => toBuild(document), {
      name: 'UsageError',
      message: /^A build is JSON with transaction/,
    });
  });

test('a build is the base64 of a transaction, or an answer with all its members', () => {
  assert.deepEqual(toBuild('AQ=='), { transaction: 'AQ==' });
  const answer = { transaction: 'AQ==', service_token: 'st3', notes: 'x' };
  assert.deepEqual(toBuild(answer), answer);
});

test('a signal ends the command that signs, too', async (t) => {
  const slow = ['--wallet', 'w', '--signer-command', 'echo asked >&2; exec sleep 600'];
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, ['-C', '@staking-agent/source', main, 'sign', ...slow]);
  t.after(() => child.kill('SIGKILL'));
  child.stdin.end(
    Buffer.from([1, ...new Uint8Array(64), 1, 0, 0, 1, ...new Uint8Array(66)]).toString('base64'),
  );
  child.stdout.resume();
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  // Its streams are closed only when the command that signs is gone, which has one of them.
  assert.deepEqual(await once(child, 'close'), [EXIT.stopped, null]);
});
