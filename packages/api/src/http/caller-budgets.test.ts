import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createManualClock } from '../../test/manual-clock.ts';
import { BUDGETS, createCallerBudgets, nameCaller } from './callers.ts';

const QUOTAS = { reads: 60, builds: 10, keyed: 5, broadcasts: 3 };

function start() {
  let now = 1_000;
  const take = createCallerBudgets(QUOTAS, { ...createManualClock(), elapsed: () => now });
  return { take, pass: (milliseconds: number) => (now += milliseconds), now: () => now };
}

test('all of a quota may come at once, then one for each part of the minute that passes', () => {
  const { take, pass } = start();
  for (let left = 9; left >= 0; left -= 1) assert.equal(take('a', 'builds', 1).remaining, left);
  assert.equal(take('a', 'builds', 1).waitSeconds, 6);
  pass(5_999);
  assert.equal(take('a', 'builds', 1).waitSeconds, 1);
  pass(1);
  assert.equal(take('a', 'builds', 1).waitSeconds, 0);
  assert.equal(take('a', 'builds', 1).waitSeconds, 6);
});

test('each request takes one, at any fraction of a millisecond and of any quota', () => {
  const anyTime = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(anyTime, fc.integer({ min: 1, max: 1_000 }), (time, builds) => {
      const take = createCallerBudgets(
        { ...QUOTAS, builds },
        { ...createManualClock(), elapsed: () => time },
      );
      for (let left = builds - 1; left >= 0; left -= 1) assert.equal(take('a', 'builds', 1).remaining, left);
      assert.ok(take('a', 'builds', 1).waitSeconds > 0);
    }),
  );
});

test('what is refused costs nothing', () => {
  const { take, pass } = start();
  for (let i = 0; i < 1_000; i += 1) take('a', 'broadcasts', 1);
  pass(20_000);
  assert.equal(take('a', 'broadcasts', 1).waitSeconds, 0);
});

test('a partner has ten times as much, take and callers do not touch each other', () => {
  const { take } = start();
  for (let i = 0; i < 100; i += 1) assert.equal(take('p', 'builds', 10).waitSeconds, 0);
  assert.equal(take('p', 'builds', 10).waitSeconds, 1);
  assert.equal(take('p', 'reads', 10).waitSeconds, 0);
  assert.equal(take('a', 'builds', 1).remaining, 9);
});

test('however requests come, no window of a minute lets through more than twice the quota', () => {
  const steps = fc.array(fc.tuple(fc.nat(30_000), fc.constantFrom(...BUDGETS)), { maxLength: 300 });
  fc.assert(
    fc.property(steps, (requests) => {
      const { take, pass, now } = start();
      const taken: { at: number; budget: string }[] = [];
      for (const [pause, budget] of requests) {
        pass(pause % 700);
        if (take('a', budget, 1).waitSeconds === 0) taken.push({ at: now(), budget });
      }
      for (const { at, budget } of taken) {
        const within = taken.filter(
          (each) => each.budget === budget && each.at >= at && each.at < at + 60_000,
        );
        assert.ok(within.length <= 2 * QUOTAS[budget as keyof typeof QUOTAS]);
      }
    }),
  );
});

test('a flood of callers makes it forget, and never grow', () => {
  const { take } = start();
  for (let i = 0; i < 10; i += 1) take('a', 'builds', 1);
  for (let i = 0; i < 120_000; i += 1) take(`caller ${i}`, 'reads', 1);
  assert.equal(take('a', 'builds', 1).remaining, 9);
});

const NAMES: readonly (readonly [string, string])[] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]:50123', '192.0.2.1'],
];
for (const [address, name] of NAMES) {
  test(`the caller at ${address} is ${name}`, () => {
    assert.equal(nameCaller(address), name);
  });
}
