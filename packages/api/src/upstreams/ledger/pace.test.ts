import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPace } from './pace.ts';

test('nothing is known before the number has grown', () => {
  const pace = createPace();
  assert.equal(pace.milliseconds(), undefined);
  for (const at of [0, 1_000, 2_000]) pace.observe(100n, at);
  assert.equal(pace.milliseconds(), undefined);
});

test('finds the block time of a ledger that is asked once a second', () => {
  const blockTime = fc.integer({ min: 100, max: 800 });
  const delays = fc.array(fc.nat(80), { minLength: 30, maxLength: 90 });
  fc.assert(
    fc.property(blockTime, delays, (time, late) => {
      const pace = createPace();
      late.forEach((delay, i) => {
        const at = i * 1_000 + delay;
        pace.observe(BigInt(Math.floor(at / time)), at);
      });
      const found = pace.milliseconds() ?? 0;
      assert.ok(Math.abs(found / time - 1) < 0.1, `${found} for ${time}`);
    }),
    { numRuns: 2_000 },
  );
});

test('neither a jump nor a halt counts', () => {
  const pace = createPace();
  for (let i = 0; i < 20; i += 1) pace.observe(BigInt(i * 5), i * 1_000);
  pace.observe(432_000n, 20_000);
  pace.observe(432_005n, 45_000);
  for (let i = 1; i < 10; i += 1) pace.observe(BigInt(432_005 + i * 5), 45_000 + i * 1_000);
  assert.equal(pace.milliseconds(), 200);
});

test('what is over a minute old is forgotten', () => {
  const pace = createPace();
  for (let i = 0; i < 60; i += 1) pace.observe(BigInt(i * 2), i * 1_000);
  for (let i = 1; i < 70; i += 1) pace.observe(BigInt(118 + i * 5), 59_000 + i * 1_000);
  assert.equal(pace.milliseconds(), 200);
});

test('a node that falls back does not disturb it', () => {
  const pace = createPace();
  for (let i = 0; i < 10; i += 1) {
    pace.observe(BigInt(i * 5), i * 1_000);
    pace.observe(BigInt(i * 5 - 3), i * 1_000 + 500);
  }
  assert.equal(pace.milliseconds(), 200);
});
