import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolation } from './find-violation.ts';
import { runHistory } from './run-history.ts';

test('in 15 histories no caller pays twice, and every negative word is true in the end', async () => {
  assert.equal(await findViolation('none', 1, 15), undefined);
});

test('the same seed gives the same history', async () => {
  const [one, other] = [await runHistory(7), await runHistory(7)];
  assert.ok(one.trace.length > 5);
  assert.deepEqual(one, other);
});

test('without an outbox a caller pays twice', async () => {
  assert.notEqual(await findViolation('no outbox', 1, 200), undefined);
});
