import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolation } from './find-violation.ts';
import { runHistory } from './run-history.ts';

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

test('without an outbox a caller pays twice', async () => {
  assert.notEqual(await findViolation('no outbox', 1, 200), undefined);
});
