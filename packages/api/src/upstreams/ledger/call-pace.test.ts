import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createCallPace } from './pace.ts';

const RESERVE = 0.2;

function setUp() {
  const clock = createManualClock();
  const pace = createCallPace(clock);
  /** Makes all the calls that are allowed now. */
  const spendAll = (reserve = RESERVE) => {
    let calls = 0;
    while (pace.trySpend(reserve)) calls += 1;
    return calls;
  };
  /** Makes all the calls that are allowed in a second. */
  const spendFor = async (seconds: number, reserve = RESERVE) => {
    let calls = 0;
    for (let i = 0; i < seconds * 10; i += 1) {
      await clock.pass(100);
      calls += spendAll(reserve);
    }
    return calls / seconds;
  };
  return { clock, pace, spendAll, spendFor };
}

describe('the pace of a node', () => {
  test('is a hundred calls a second, of which a fifth is left to others', async () => {
    const { spendAll, spendFor } = setUp();
    assert.equal(spendAll(), 80);
    assert.equal(spendAll(0), 20);
    const perSecond = await spendFor(20);
    assert.ok(Math.abs(perSecond - 100) <= 5, String(perSecond));
  });

  test('leaves to feeds what sends do not take, and to first sends what resends do not', () => {
    const { spendAll } = setUp();
    assert.deepEqual([spendAll(0.4), spendAll(RESERVE), spendAll(0)], [60, 20, 20]);
  });

  test('is not used up by what callers read, however much, and is by what feeds read', () => {
    const { pace, spendAll } = setUp();
    for (let i = 0; i < 1_000; i += 1) pace.spend(true);
    assert.deepEqual([spendAll(0.4), spendAll(RESERVE), spendAll(0)], [10, 20, 20]);
    pace.spend(true);
    assert.equal(spendAll(0), 0);
    for (let i = 0; i < 1_000; i += 1) pace.spend();
    assert.equal(spendAll(0), 0);
  });

  test('leaves sends as many calls a second while callers read without end', async () => {
    const { pace, clock } = setUp();
    let sent = 0;
    for (let i = 0; i < 200; i += 1) {
      await clock.pass(50);
      for (let reads = 0; reads < 50; reads += 1) pace.spend(true);
      while (pace.trySpend(RESERVE)) sent += 1;
    }
    assert.ok(sent / 10 > 90, `${sent / 10} a second`);
  });

  test('halves with a refusal, and allows nothing at once after it', async () => {
    const { pace, clock, spendAll, spendFor } = setUp();
    for (const expected of [50, 25, 12.5, 6.25]) {
      pace.slowDown();
      assert.equal(spendAll(0), 0);
      await clock.pass(1_000);
      spendAll(0);
      const perSecond = await spendFor(2, 0);
      assert.ok(Math.abs(perSecond - expected) <= 3, `${perSecond} for ${expected}`);
    }
  });

  test('halves once for refusals of calls that were under way together', async () => {
    const { pace, spendFor } = setUp();
    for (let i = 0; i < 30; i += 1) pace.slowDown();
    const perSecond = await spendFor(2, 0);
    assert.ok(perSecond > 40, String(perSecond));
  });

  test('is never less than a call a second, and recovers by half a call a second each second', async () => {
    const { pace, clock, spendFor } = setUp();
    for (let i = 0; i < 20; i += 1) {
      pace.slowDown();
      await clock.pass(1_000);
    }
    assert.ok((await spendFor(4, 0)) >= 1);
    await clock.pass(40_000);
    const perSecond = await spendFor(4, 0);
    assert.ok(perSecond > 18 && perSecond < 30, String(perSecond));
    await clock.pass(300_000);
    assert.ok((await spendFor(4, 0)) <= 126, 'and never more than it was');
  });

  test('counts what is called whatever it says', async () => {
    const { pace, spendAll } = setUp();
    for (let i = 0; i < 90; i += 1) pace.spend();
    assert.equal(spendAll(), 0);
    assert.equal(spendAll(0), 10);
  });

  test('finds the limit of a node: under 15 % of the calls are refused, and over 40 % of it used', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 60 }), async (limit) => {
        const { clock, pace, spendAll } = setUp();
        const callFor = async (seconds: number) => {
          let [sent, refused] = [0, 0];
          for (let second = 0; second < seconds; second += 1) {
            let calls = 0;
            for (let tick = 0; tick < 10; tick += 1) {
              await clock.pass(100);
              calls += spendAll();
              if (calls > limit) pace.slowDown();
            }
            sent += calls;
            refused += Math.max(calls - limit, 0);
          }
          return { sent, refused };
        };
        // What it takes to learn does not count.
        await callFor(20);
        const { sent, refused } = await callFor(100);
        assert.ok(sent > limit * 100 * 0.4, `${sent} of ${limit * 100} used`);
        assert.ok(refused < sent * 0.15, `${refused} of ${sent} refused at ${limit} a second`);
      }),
      { numRuns: 20 },
    );
  });
});
