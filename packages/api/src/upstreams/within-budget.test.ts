import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock, type ManualClock } from '../../test/manual-clock.ts';
import { UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import { sleep } from '../runtime/clock.ts';
import { drawRetryPause, withinBudget } from './guard.ts';

const BUDGET = { each: 6_000, total: 9_000 };
const timeout = () => new UpstreamFault('router', 'timeout');

/** Randomness that draws the same bytes for ever. */
const constant = (byte: number) => ({ bytes: (size: number) => Buffer.alloc(size, byte) });

/** An attempt that fails when its time is up, or after `milliseconds`; and the times it was given. */
function createAttempt(
  clock: ManualClock,
  milliseconds = Number.POSITIVE_INFINITY,
  fault: () => Error = timeout,
) {
  const given: number[] = [];
  const attempt = async (limit: number): Promise<string> => {
    given.push(limit);
    await sleep(clock, Math.min(limit, milliseconds));
    throw fault();
  };
  return { given, attempt };
}

suite('a budget', () => {
  test('gives the second attempt what is left, and ends within the total', async () => {
    for (const byte of [0, 255]) {
      const clock = createManualClock();
      const { given, attempt } = createAttempt(clock);
      const work = withinBudget(BUDGET, { clock, random: constant(byte) }, attempt);
      const failed = assert.rejects(work, { kind: 'timeout' });
      await clock.pass(BUDGET.total);
      await failed;
      assert.equal(given.length, 2);
      const pause = drawRetryPause(constant(byte));
      assert.deepEqual(given, [6_000, Math.floor(3_000 - pause)]);
    }
  });

  test('gives a second attempt after an early fault all its time', async () => {
    const clock = createManualClock();
    const { given, attempt } = createAttempt(clock, 10);
    const failed = assert.rejects(withinBudget(BUDGET, { clock, random: constant(0) }, attempt));
    await clock.pass(1_000);
    await failed;
    assert.deepEqual(given, [6_000, 6_000]);
  });

  test('makes no second attempt that would have under a tenth of the total', async () => {
    const clock = createManualClock();
    const { given, attempt } = createAttempt(clock);
    const tight = { each: 6_000, total: 6_700 };
    const failed = assert.rejects(withinBudget(tight, { clock, random: constant(0) }, attempt));
    await clock.pass(6_000);
    await failed;
    assert.deepEqual(given, [6_000]);
    assert.equal(clock.pending, 0);
  });

  test('makes no second attempt after a refusal, an unreadable answer or a fault of ours', async () => {
    const faults = [
      () => new UpstreamRefusal('router', 400, 'no route', undefined),
      () => new UpstreamFault('router', 'malformed'),
      () => new TypeError('ours'),
    ];
    for (const fault of faults) {
      const clock = createManualClock();
      const { given, attempt } = createAttempt(clock, 0, fault);
      const failed = assert.rejects(withinBudget(BUDGET, { clock, random: constant(0) }, attempt));
      await clock.pass(BUDGET.total);
      await failed;
      assert.equal(given.length, 1);
    }
  });

  test('waits between attempts for 100 to 400 ms', () => {
    assert.equal(drawRetryPause(constant(0)), 100);
    const longest = drawRetryPause(constant(255));
    assert.ok(longest > 399 && longest < 400);
  });
});
