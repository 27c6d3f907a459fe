import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { isProblemError } from '../problems/problem.ts';
import {
  createTokenKey,
  issueServiceToken,
  readServiceToken,
  TOKEN_LIFETIME,
  verifyServiceToken,
} from './token.ts';

const NOW = 1_790_000_000;
const newKey = (kid: string) => createTokenKey(`${kid}:${randomBytes(32).toString('base64')}`);
const keys = [newKey('a')];
const message = randomBytes(400);
const contents = {
  route: 'rpc',
  lastValidBlockHeight: 328_000_273n,
  contextSlot: 350_000_123n,
  record: Buffer.of(1),
} as const;
const token = issueServiceToken(keys, message, contents, NOW);

function assertForbidden(run: () => unknown, code: string): void {
  assert.throws(run, (error) => {
    assert.ok(isProblemError(error));
    assert.equal(error.slug, 'forbidden');
    assert.equal(error.code, code);
    return true;
  });
}

test('a token holds until its expiry, not a second longer', () => {
  const isExpiredAt = (now: number) =>
    verifyServiceToken(readServiceToken(keys, token), message, now).isExpired;
  assert.equal(isExpiredAt(NOW + TOKEN_LIFETIME - 1), false);
  assert.equal(isExpiredAt(NOW + TOKEN_LIFETIME), true);
});

test('a token of a replica whose clock is ahead sends up to thirty seconds, and is read beyond', () => {
  const isExpiredAt = (now: number) =>
    verifyServiceToken(readServiceToken(keys, token), message, now).isExpired;
  assert.equal(isExpiredAt(NOW - 30), false);
  assert.equal(isExpiredAt(NOW - 31), true);
  assertForbidden(
    () => verifyServiceToken(readServiceToken(keys, token), message.subarray(1), NOW - 31),
    'TOKEN_MISMATCH',
  );
});

test('refuses the token of every other message', () => {
  fc.assert(
    fc.property(fc.nat(message.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const other = Uint8Array.from(message);
      other[at] = (other[at] ?? 0) ^ change;
      assertForbidden(() => verifyServiceToken(readServiceToken(keys, token), other, NOW), 'TOKEN_MISMATCH');
    }),
  );
  assertForbidden(
    () => verifyServiceToken(readServiceToken(keys, token), message.subarray(1), NOW),
    'TOKEN_MISMATCH',
  );
});

test('refuses a token with any one character changed, removed or added', () => {
  for (let at = 0; at < token.length; at += 1) {
    for (const text of [
      `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
      `${token.slice(0, at)}${token.slice(at + 1)}`,
      `${token.slice(0, at)}x${token.slice(at)}`,
    ]) {
      assert.throws(() => verifyServiceToken(readServiceToken(keys, text), message, NOW), /service_token/);
    }
  }
});

const ATTRIBUTIONS = {
  'a partner': { partnerId: 'p_4f9a', referralCode: undefined },
  'a referrer': { partnerId: undefined, referralCode: 'ACORN23' },
  both: { partnerId: 'p_4f9a', referralCode: 'ACORN23' },
};
for (const [name, attribution] of Object.entries(ATTRIBUTIONS)) {
  const attributed = issueServiceToken(keys, message, { ...contents, attribution }, NOW);

  test(`a claim on ${name} cannot be changed, added or taken off: any bit of the token`, () => {
    const [format = '', kid = '', payload = '', mac = ''] = attributed.split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = [format, kid, changed.toString('base64url'), mac].join('.');
      assert.throws(() => verifyServiceToken(readServiceToken(keys, text), message, NOW), /service_token/);
    }
    for (const text of [
      `st1${attributed.slice(3)}`,
      `st2${token.slice(3)}`,
      ['st1', kid, bytes.subarray(0, 25).toString('base64url'), mac].join('.'),
      [format, kid, Buffer.concat([bytes, Buffer.of(0)]).toString('base64url'), mac].join('.'),
    ]) {
      assert.throws(() => verifyServiceToken(readServiceToken(keys, text), message, NOW), /service_token/);
    }
  });
}

test('refuses every text that is not a token, whatever its length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      assert.throws(() => readServiceToken(keys, text), /service_token/);
    }),
    { numRuns: 2_000 },
  );
  assertForbidden(() => readServiceToken(keys, 'st1.'.repeat(20_000)), 'TOKEN_MALFORMED');
});

test('keys rotate: added to verify, moved to the front to sign, dropped', () => {
  const [old] = keys;
  const next = newKey('b');
  assert.ok(old);
  verifyServiceToken(readServiceToken([old, next], token), message, NOW);
  const signedByNext = issueServiceToken([next, old], message, contents, NOW);
  verifyServiceToken(readServiceToken([old, next], signedByNext), message, NOW);
  assertForbidden(
    () => verifyServiceToken(readServiceToken([next], token), message, NOW),
    'TOKEN_KEY_UNKNOWN',
  );
});

test('a key of the same name and other bytes does not verify', () => {
  assertForbidden(
    () => verifyServiceToken(readServiceToken([newKey('a')], token), message, NOW),
    'TOKEN_MISMATCH',
  );
});

for (const text of [
  '',
  'a',
  'a:',
  ':AAAA',
  'a:!!!!',
  'a b:AAAA',
  `${'k'.repeat(17)}:${'A'.repeat(44)}`,
  'a:c2hvcnQ=',
]) {
  test(`refuses the key text ${JSON.stringify(text)} without showing it`, () => {
    assert.throws(
      () => createTokenKey(text),
      (error: Error) => text.length < 3 || !error.message.includes(text),
    );
  });
}
