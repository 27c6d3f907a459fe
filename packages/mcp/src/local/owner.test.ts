import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openAttempts } from './attempts.ts';
import { approve, initialize } from './owner.ts';
import { readDeployment, readKeypair } from './settings.ts';

/** A terminal whose person types these lines. */
function open(t: TestContext, ...typed: string[]) {
  const attempts = openAttempts(':memory:');
  t.after(() => attempts.close());
  const said: string[] = [];
  const terminal = {
    isTerminal: true,
    say: (text: string) => void said.push(text),
    askSecret: async () => typed.shift() ?? assert.fail('More is asked than was typed.'),
  };
  return { attempts, terminal, said };
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'owner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'new');
}

const SECRET = 'correct horse';

test('init writes a key and a policy that their owner alone reads, and says what they allow', async (t) => {
  const { attempts, terminal, said } = open(t, SECRET, SECRET);
  const folder = makeFolder(t);
  await initialize(attempts, terminal, folder);
  for (const name of ['key.json', 'policy.json'])
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
  const policy = JSON.parse(readFileSync(join(folder, 'policy.json'), 'utf8'));
  assert.match(said.join(''), new RegExp(`signs for the wallet ${policy.wallets[0]}`));
  assert.match(said.join(''), /SOL in 24 hours, with fees and rents: 5\.\n/);
  assert.ok(!said.join('').includes(SECRET));
  assert.ok(!attempts.readSecret()?.includes(SECRET));
});

test('init keeps the files that are there, and changes a secret only for the owner', async (t) => {
  const { attempts, terminal } = open(t, SECRET, SECRET, 'wrong guess', SECRET, 'another one', 'another one');
  const folder = makeFolder(t);
  await initialize(attempts, terminal, folder);
  const key = readFileSync(join(folder, 'key.json'), 'utf8');
  const secret = attempts.readSecret();
  await assert.rejects(initialize(attempts, terminal, folder), /not the secret/);
  assert.equal(attempts.readSecret(), secret);
  await initialize(attempts, terminal, folder);
  assert.notEqual(attempts.readSecret(), secret);
  assert.equal(readFileSync(join(folder, 'key.json'), 'utf8'), key);
});

test('init takes no short secret, and none that is typed in two ways', async (t) => {
  const { attempts, terminal } = open(t, 'short', SECRET, 'correct hearse');
  const folder = makeFolder(t);
  await assert.rejects(initialize(attempts, terminal, folder), /too short/);
  await assert.rejects(initialize(attempts, terminal, folder), /two secrets/);
  assert.equal(attempts.readSecret(), undefined);
});

test('an approval takes the secret, and shows what is approved first', async (t) => {
  const { attempts, terminal, said } = open(t, SECRET, SECRET, 'a guess of it', SECRET);
  attempts.askApproval('id', 'Stake\u009b5 SOL.');
  await assert.rejects(approve(attempts, terminal, 'id'), /No secret is set/);
  await initialize(attempts, terminal, makeFolder(t));
  await assert.rejects(approve(attempts, terminal, 'id'), /not the secret/);
  assert.equal(attempts.takeApproval('id'), false);
  await assert.rejects(approve(attempts, terminal, 'other'), /No call asked/);
  await approve(attempts, terminal, undefined);
  assert.equal(said.at(-1), 'id  Stake 5 SOL.\n');
  await approve(attempts, terminal, 'id');
  assert.equal(said.at(-2), 'Stake 5 SOL.\n');
  assert.equal(attempts.takeApproval('id'), true);
});

test('a file that is no JSON is refused without a part of it: it may be a key', async (t) => {
  const path = makeFolder(t);
  writeFileSync(path, `${Array(32).fill(42).join(',')}]`);
  chmodSync(path, 0o600);
  const isSilent = (error: unknown) => /is no JSON$/.test(String(error)) && !/42/.test(String(error));
  await assert.rejects(readKeypair(path), isSilent);
  assert.throws(() => readDeployment(path, 'STAKING_DEPLOYMENT'), isSilent);
});

test('nothing is approved or set up through a pipe', async (t) => {
  const { attempts, terminal } = open(t);
  const pipe = { ...terminal, isTerminal: false };
  await assert.rejects(approve(attempts, pipe, 'id'), /needs a terminal/);
  await assert.rejects(initialize(attempts, pipe, makeFolder(t)), /needs a terminal/);
});
