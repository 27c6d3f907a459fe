import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clampedPercentile } from './priority-fee-feed.ts';

const bounds = { percentile: 75, floor: 1_000n, ceiling: 1_000_000n };
const cases: [string, bigint[], Partial<typeof bounds>, bigint][] = [
  ['no block: the floor', [], {}, 1_000n],
  ['only zeros: the floor', [0n, 0n, 0n], {}, 1_000n],
  ['the nearest rank of four', [4_000n, 1_000n, 3_000n, 2_000n], {}, 3_000n],
  ['the median of three', [9_000n, 5_000n, 7_000n], { percentile: 50 }, 7_000n],
  ['the highest', [9_000n, 5_000n, 7_000n], { percentile: 100 }, 9_000n],
  ['the lowest', [9_000n, 5_000n, 7_000n], { percentile: 0 }, 5_000n],
  ['never above the ceiling', [2n ** 63n, 2n ** 63n], {}, 1_000_000n],
];
for (const [name, fees, changes, expected] of cases) {
  test(name, () => {
    assert.equal(clampedPercentile(fees, { ...bounds, ...changes }), expected);
  });
}
