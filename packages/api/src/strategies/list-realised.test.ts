import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Capture } from '../yields/figures.ts';
import { listRealised } from './facts.ts';

const DAY = 86_400_000;

/** Captures every two days of a receipt that grows by so much each time. */
function capture(count: number, growth: number): Capture[] {
  return Array.from({ length: count }, (_, i) => ({
    epoch: i,
    measuredAt: i * 2 * DAY,
    assetPerReceipt: '1.2',
    worthPerReceipt: (1.2 * growth ** i).toFixed(18),
    apy: i === 0 ? null : 1,
  }));
}

const yearly = (growth: number) => ((growth ** 182.5 - 1) * 100).toFixed(4);

describe('listRealised', () => {
  test('is empty without two captures', () => {
    assert.deepEqual(listRealised([]), []);
    assert.deepEqual(listRealised(capture(1, 1.0003)), []);
  });

  test('has the windows that captures cover, and all of them', () => {
    const realised = listRealised(capture(17, 1.0003));
    assert.deepEqual(
      realised.map(({ days, percent }) => [days, percent]),
      [
        ['7', yearly(1.0003)],
        ['30', yearly(1.0003)],
        ['all', yearly(1.0003)],
      ],
    );
    const [week] = realised;
    assert.equal(week?.from, new Date(24 * DAY).toISOString());
    assert.equal(week?.to, new Date(32 * DAY).toISOString());
  });

  test('tells a loss', () => {
    assert.equal(listRealised(capture(3, 0.999)).at(-1)?.percent, yearly(0.999));
  });

  test('chains yields where a receipt shows no growth, each for its own time', () => {
    const native = (at: number, apy: number | null) => ({
      epoch: at,
      measuredAt: at * DAY,
      assetPerReceipt: '1',
      worthPerReceipt: '1',
      apy,
    });
    const captures = [native(0, null), native(2, 6), native(8, 5)];
    const expected = (Math.expm1((Math.log(1.06) * 2 + Math.log(1.05) * 6) / 8) * 100).toFixed(4);
    assert.deepEqual(
      listRealised(captures).map(({ percent }) => percent),
      [expected, expected],
    );
    assert.deepEqual(listRealised([...captures, native(9, null)]), []);
  });
});
