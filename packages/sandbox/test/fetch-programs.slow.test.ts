import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const SCRIPT = resolve(import.meta.dirname, '../src/fetch-programs.ts');

test('npm run sandbox:programs ends with 1 and one line where the node cannot be asked', async () => {
  const run = promisify(execFile)(process.execPath, [SCRIPT, '--rpc', 'http://127.0.0.1:9/']);
  await assert.rejects(run, { code: 1, stdout: '', stderr: /^127\.0\.0\.1:9 cannot be asked: [^\n]*\n$/ });
});
