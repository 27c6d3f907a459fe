import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTokenKey } from '../builds/token.ts';
import { createPartnerKey, getSecretName, hashPartnerKey, isPartnerKeyForm } from './attribution.ts';

const newSecret = (kid: string) => createTokenKey(`${kid}:${randomBytes(32).toString('base64')}`);

test('a key has its prefix, its own 160 bits and a checksum that holds', () => {
  const keys = Array.from({ length: 200 }, createPartnerKey);
  for (const key of keys) {
    assert.match(key, /^sapk_[a-z2-7]{39}$/);
    assert.ok(isPartnerKeyForm(key));
  }
  assert.equal(new Set(keys.map((key) => key.slice(5, 37))).size, keys.length);
});

test('a key with one character changed, dropped, added or in another case is none', () => {
  const key = createPartnerKey();
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    for (const text of [
      `${key.slice(0, at)}${other}${key.slice(at + 1)}`,
      `${key.slice(0, at)}${key.slice(at + 1)}`,
      `${key.slice(0, at)}a${key.slice(at)}`,
    ]) {
      assert.ok(!isPartnerKeyForm(text), text);
    }
  }
  for (const text of [key.toUpperCase(), ` ${key}`, `${key}\n`, '', 'sapk_'])
    assert.ok(!isPartnerKeyForm(text));
});

test('no other text is a key', () => {
  fc.assert(
    fc.property(fc.string(), (text) => !isPartnerKeyForm(text)),
    { numRuns: 2_000 },
  );
});

test('a stored hash is known again by every release', () => {
  const secret = { ...newSecret('k'), secret: Buffer.alloc(32, 1) };
  assert.equal(hashPartnerKey(secret, 'sk_live_x'), 'k.5tMRf3JbCUhI3x3SqGnvyTgkm7MlkTqpflK0fH-PY2w');
});

test('a hash depends on key and secret, names the secret and holds nothing of the key', () => {
  const [one, other] = [newSecret('p1'), newSecret('p2')];
  const key = createPartnerKey();
  const hashes = [
    hashPartnerKey(one, key),
    hashPartnerKey(other, key),
    hashPartnerKey({ ...other, kid: 'p1' }, key),
    hashPartnerKey(one, createPartnerKey()),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(hashPartnerKey(one, key), hashes[0]);
  assert.deepEqual(hashes.map(getSecretName), ['p1', 'p2', 'p1', 'p1']);
  for (const hash of hashes) assert.ok(!hash.includes(key.slice(5, 15)));
});
