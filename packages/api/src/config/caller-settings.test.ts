import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRateLimits, parseTrustProxy } from './settings.ts';

test('limits are off, or budgets of which some may be left out', () => {
  assert.equal(parseRateLimits('off'), undefined);
  assert.deepEqual(parseRateLimits('reads=5, builds=7'), {
    reads: 5,
    builds: 7,
    keyed: 120,
    broadcasts: 300,
  });
});
for (const text of [
  '',
  'on',
  '5',
  'reads',
  'reads=',
  'reads=0',
  'reads=-1',
  'reads=1.5',
  'writes=5',
  'reads=5;builds=5',
]) {
  test(`limits ${JSON.stringify(text)} are refused with an example`, () => {
    assert.throws(() => parseRateLimits(text), /must be off, or requests a minute such as reads=/);
  });
}

test('proxies are addresses and networks, or so many in a row', () => {
  assert.equal(parseTrustProxy(undefined), false);
  assert.deepEqual(parseTrustProxy('10.0.0.0/8, loopback,fd00::/8'), ['10.0.0.0/8', 'loopback', 'fd00::/8']);
  const trusts = parseTrustProxy('2');
  assert.ok(typeof trusts === 'function');
  assert.deepEqual(
    [0, 1, 2].map((place) => trusts('192.0.2.1', place)),
    [true, true, false],
  );
});
for (const text of [
  'true',
  '*',
  '0',
  '10',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  'proxy.example',
  '10.0.0.0/',
]) {
  test(`proxies ${JSON.stringify(text)} are refused: then anybody could be anybody`, () => {
    assert.throws(() => parseTrustProxy(text), /addresses or networks of the proxies/);
  });
}
