import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolation } from './find-violation.ts';
import { REGRESSIONS } from './regressions.ts';
import { runHistory } from './run-history.ts';
import { shrink } from './shrink.ts';
import { tellStory } from './tell-story.ts';

test('in 15 histories every promise is kept', async () => {
  assert.equal(await findViolation('none', 1, 15), undefined);
});

test('the same seed gives the same history, byte for byte', async () => {
  for (const seed of [7, 11, 12]) {
    const [one, other] = [await runHistory(seed), await runHistory(seed)];
    assert.ok(one.trace.length > 5);
    assert.deepEqual(one, other);
  }
});

test('where every form is sent a caller pays twice', async () => {
  assert.match(String(await findViolation('every form sent', 1, 20)), /paid 2 times/);
});

for (const { seed, was, ...given } of REGRESSIONS) {
  test(`seed ${seed} again: ${was}`, async () => {
    assert.deepEqual((await runHistory(seed, given)).violations, []);
  });
}

test('a bad history is shrunk to a few faults that still make it bad', async () => {
  const plant = '504 as not sent';
  const bad = await runHistory(10, { plant });
  const { history } = await shrink(bad, 10, plant);
  assert.ok(history.violations.length > 0);
  assert.ok(history.faults.length < bad.faults.length / 2, `${history.faults.length} faults`);
  const { faults, callers } = history;
  for (const [i] of faults.entries()) {
    const less = await runHistory(10, { plant, callers, faults: faults.toSpliced(i, 1) });
    assert.deepEqual(less.violations, []);
  }
  assert.match(tellStory(10, history), /every node: send 504 after\n[\s\S]*WRONG: caller \d paid 2 times/);
});
