import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import fc from 'fast-check';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { parseStrictJson } from '../http/requests.ts';
import { isProblemError } from '../problems/problem.ts';
import { getFingerprint, hashKey, type RequestParts, readIdempotencyKey } from './key-of-request.ts';

const BODY = { strategy: 'sol-native-stake', wallet: 'w', amount: '1.5', nested: { a: [1, { b: 2, c: 3 }] } };
const of = (parts: Partial<RequestParts>) =>
  getFingerprint('key', { body: BODY, partnerKey: undefined, referralCode: undefined, ...parts });
const ofText = (text: string) => of({ body: parseStrictJson(Buffer.from(text)) });

const different: Record<string, string> = {
  'an amount': of({ body: { ...BODY, amount: '1.50' } }),
  'a member more, even one nobody reads': of({ body: { ...BODY, extra: null } }),
  'a member less': of({ body: { strategy: BODY.strategy, wallet: BODY.wallet, amount: BODY.amount } }),
  'the order of a list': of({ body: { ...BODY, nested: { a: [{ b: 2, c: 3 }, 1] } } }),
  'a partner key in the header': of({ partnerKey: 'pk' }),
  'a referral code in the header': of({ referralCode: 'ABCD' }),
  'a partner key where the referral code was': of({ partnerKey: 'ABCD' }),
  'a text for a number': of({ body: { ...BODY, nested: { a: ['1', { b: 2, c: 3 }] } } }),
};
for (const [name, fingerprint] of Object.entries(different)) {
  test(`another request: ${name}`, () => assert.notEqual(fingerprint, of({})));
}

test('a list is not an object with the same members', () => {
  assert.notEqual(of({ body: { a: [1] } }), of({ body: { a: { 0: 1 } } }));
});

// The second of two replicas, or of two releases, knows the key that the first one was sent.
test('what is stored of a key is the same in every release', () => {
  const parts = { body: { b: [1, { d: 2, c: '3' }], a: null }, partnerKey: 'p', referralCode: 'R' };
  const [byPartner, byNobody] = [parts, { ...parts, partnerKey: undefined }];
  assert.equal(hashKey('stake', 'key', byPartner), 'KuEkFv_rF79ODEIqSql0VaBC6PuiZxRBojDY0paU54k');
  assert.equal(hashKey('broadcast', 'key', byPartner), 'kqb0q5PatveEmMAvXtKMA9EdUQIJfKGiyLrqRb2bJJI');
  assert.equal(getFingerprint('key', parts), 'O30tFKX2WszEpgi1EdrNW9KtiTBgayBqHu85hMG3Pw0');
  assert.notEqual(hashKey('stake', 'key', byNobody), hashKey('stake', 'key', byPartner));
});

test('another partner key is another request, in body or header', () => {
  assert.notEqual(of({ partnerKey: 'one' }), of({ partnerKey: 'two' }));
  const inBody = (partner_api_key: string) => of({ body: { ...BODY, partner_api_key } });
  assert.notEqual(inBody('one'), inBody('two'));
  assert.equal(inBody('one'), inBody('one'));
});

test('digits beyond a double make another request', () => {
  const order = (number: string) => ofText(`{"router_order":{"n":${number}}}`);
  assert.notEqual(order('9007199254740993'), order('9007199254740992'));
  assert.notEqual(order('9007199254740993'), order('{"rawJSON":"9007199254740993"}'));
  assert.equal(order('9007199254740993'), order('9007199254740993'));
});

test('spaces and the order of members do not', () => {
  assert.equal(ofText('{"a":"1","b":{"c":1,"d":2}}'), ofText(' {"b": {"d":2, "c":1.0}, "a":"\\u0031"} '));
});

test('the order of members never matters, at any depth', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, each]) => [name, reversed(each)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (body) => {
      assert.equal(of({ body: reversed(body) }), of({ body }));
    }),
  );
});

test('two bodies that differ never share a fingerprint', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const text = (value: unknown) =>
        JSON.stringify(value, (_, each: unknown) => (Object.is(each, -0) ? 0 : each));
      fc.pre(text(one) !== text(other));
      try {
        assert.deepEqual(JSON.parse(text(one)), JSON.parse(text(other)));
      } catch {
        assert.notEqual(of({ body: one }), of({ body: other }));
      }
    }),
  );
});

test('a key is another one on another operation, and is not kept as it is', () => {
  const none: RequestParts = { body: {}, partnerKey: undefined, referralCode: undefined };
  assert.notEqual(hashKey('stake', 'key', none), hashKey('unstake', 'key', none));
  assert.notEqual(hashKey('stake', 'key', none), hashKey('stake', 'kez', none));
  assert.match(hashKey('stake', 'key', none), /^[\w-]{43}$/);
});

test('a key belongs to a partner, else to the wallet of the body or of its transaction', () => {
  const of = (body: object, partnerKey?: string, referralCode?: string) =>
    hashKey('stake', 'key', { body, partnerKey, referralCode });
  const different = [
    of({}),
    of({ wallet: 'a' }),
    of({ wallet: 'b' }),
    of({ wallet: 'a' }, 'one'),
    of({ wallet: 'a' }, 'two'),
    of({ signed_tx: createTinyTransaction(1, 1) }),
    of({ signed_tx: createTinyTransaction(2, 1) }),
  ];
  assert.equal(new Set(different).size, different.length);
  assert.equal(of({ wallet: 'a', amount: '1' }), of({ wallet: 'a', amount: '2' }, undefined, 'ABCD'));
  assert.equal(of({ wallet: 'a' }, 'one'), of({ wallet: 'b' }, 'one'));
  assert.equal(of({ wallet: 'a', partner_api_key: 'one' }), of({ wallet: 'a' }, 'one'));
  const ofUnstake = (body: object) =>
    hashKey('unstake', 'key', { body, partnerKey: undefined, referralCode: undefined });
  assert.equal(ofUnstake({ wallet: 'a', partner_api_key: 'one' }), ofUnstake({ wallet: 'a' }));
  const payer = toAddress(new Uint8Array(32).fill(1));
  for (const body of [{ signed_tx: createTinyTransaction(1, 2), route: 'router' }, { wallet: payer }])
    assert.equal(of({ signed_tx: createTinyTransaction(1, 1) }), of(body));
  assert.equal(of({ transaction: createTinyTransaction(1, 1) }), of({ wallet: payer }));
  assert.equal(of({ signed_tx: 'none' }), of({ signed_tx: '' }));
});
const refused: Record<string, string> = {
  nothing: '',
  'two quotes around nothing': '""',
  '256 characters': 'k'.repeat(256),
  '256 characters in quotes': `"${'k'.repeat(256)}"`,
  'a space inside': 'a key',
  'a tab': 'a\tkey',
  'a control character': 'key\x01',
  DEL: 'key\x7f',
  'UTF-8 as a header shows it': 'schlÃ¼ssel',
  'Latin-1': 'schl\xfcssel',
  'an emoji': '🔑',
  'two keys joined': 'k1, k2',
};
for (const [name, header] of Object.entries(refused)) {
  test(`refuses ${name}`, () => {
    assert.throws(
      () => readIdempotencyKey(header),
      (error) => isProblemError(error) && error.code === 'IDEMPOTENCY_KEY_MALFORMED',
    );
  });
}

test('takes 1 to 255 visible ASCII characters as they are', () => {
  for (const key of [
    '1',
    'k'.repeat(255),
    "'; drop table x; --".replaceAll(' ', ''),
    '../../x',
    '%00',
    '{"a":1}',
  ]) {
    assert.equal(readIdempotencyKey(key), key);
  }
});

test('one pair of quotes around a key is not part of it', () => {
  assert.equal(readIdempotencyKey('"8b4f2f0e"'), '8b4f2f0e');
  assert.equal(readIdempotencyKey('""8b4f2f0e""'), '"8b4f2f0e"');
  assert.equal(readIdempotencyKey('"8b4f'), '"8b4f');
});
