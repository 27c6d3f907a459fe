import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM_RANDOM } from '../runtime/clock.ts';
import {
  createUniqueBudget,
  drawTrialBudget,
  limitSimulated,
  limitUnsimulated,
  MOST_UNITS,
} from './budget.ts';

const PAGE = 32 * 1_024;
const MIB = 1_024 * 1_024;

test('a simulated build may use a fifth more than it did, and has room for the assertions of a wallet', () => {
  for (const [used, loaded, units, pages] of [
    [40_104, 208_226, 59_000, 40],
    [10_000, 1, 22_000, 33],
    [10_001, 27_306, 23_000, 33],
    [0, 27_307, 10_000, 34],
    [207_000, 2_500_000, 259_000, 124],
    [1_300_000, 64 * MIB, MOST_UNITS, 64 * 32],
  ] as const) {
    const limits = limitSimulated({ unitsConsumed: used, loadedDataSize: loaded }, 150_000);
    assert.deepEqual(limits, { units, loadedData: pages * PAGE });
  }
});

test('where the node does not say, units are those of the table, and all data may be loaded', () => {
  const unknown = { unitsConsumed: undefined, loadedDataSize: undefined };
  assert.deepEqual(limitSimulated(unknown, 150_000), { units: 150_000, loadedData: 64 * MIB });
  assert.deepEqual(limitUnsimulated(40_000), { units: 40_000, loadedData: 2 * MIB });
});

test('a trial may use everything, for the fee of its units', () => {
  const services = {
    priorityFee: { price: () => 20_000n, ceiling: 20_000n, at: () => assert.fail() },
    uniqueBudget: createUniqueBudget(SYSTEM_RANDOM),
  };
  const budget = drawTrialBudget('usdc-earn', 150_000, services);
  assert.equal(budget.loadedDataLimit, 64 * MIB);
  assert.ok(budget.computeUnitLimit >= MOST_UNITS && budget.computeUnitLimit <= 1_400_000);
  const fee = (BigInt(budget.computeUnitLimit) * budget.computeUnitPrice) / 1_000_000n;
  assert.ok(fee > 2_990n && fee <= 3_080n, String(fee));
});
