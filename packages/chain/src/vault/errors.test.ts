import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeVaultRefusal, getVaultError, isVaultErrorCode } from './errors.ts';
import { refuse, refuseMissingAccount } from './math.ts';

const idl: { errors: { code: number; name: string }[] } = JSON.parse(
  readFileSync(new URL('../../idl/voltr-vault.json', import.meta.url), 'utf8'),
);

test('every code has the name of the IDL and a sentence of its own', () => {
  assert.equal(idl.errors.length, 16);
  const sentences = new Set<string>();
  for (const { code, name } of idl.errors) {
    const error = getVaultError(code);
    assert.ok(error);
    assert.equal(error.name, name);
    assert.match(error.message, /^[A-Z].*\.$/);
    sentences.add(error.message);
    assert.ok(isVaultErrorCode(code));
  }
  assert.equal(sentences.size, 16);
});

test('codes of the framework have names, others have none', () => {
  assert.equal(getVaultError(3012)?.name, 'AccountNotInitialized');
  assert.equal(getVaultError(2009)?.name, 'ConstraintAssociated');
  for (const code of [0, 1, 100, 5999, 6016]) {
    assert.equal(getVaultError(code), undefined);
    assert.equal(isVaultErrorCode(code), false);
  }
});

test('a refusal is described by who refuses and what for', () => {
  assert.equal(describeVaultRefusal(refuse(6006)).name, 'MaxCapExceeded');
  const lacking = (['userAsset', 'userLp', 'idle', 'strategy'] as const).map((account) =>
    describeVaultRefusal(refuseMissingAccount(account)),
  );
  assert.deepEqual(new Set(lacking.map(({ name }) => name)), new Set(['InsufficientFunds']));
  assert.equal(new Set(lacking.map(({ message }) => message)).size, 4);
});
