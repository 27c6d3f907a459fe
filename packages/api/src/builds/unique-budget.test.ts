import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SYSTEM_RANDOM } from '../runtime/clock.ts';
import { createUniqueBudget } from './budget.ts';

/** Lamports, rounded up as the ledger does. */
const getFee = (limit: number, price: bigint) => (BigInt(limit) * price + 999_999n) / 1_000_000n;

const LIMITS = [20_000, 40_000, 150_000, 800_000, 1_300_000];

test('a million budgets of one process are a million', () => {
  const draw = createUniqueBudget(SYSTEM_RANDOM);
  // Both in one number, which is quicker to compare than text.
  const seen = new Set<number>();
  for (let i = 0; i < 2 ** 20; i += 1) {
    const { computeUnitLimit, computeUnitPrice } = draw(40_000, 20_000n);
    seen.add(computeUnitLimit * 2 ** 22 + Number(computeUnitPrice));
  }
  assert.equal(seen.size, 2 ** 20);
});

test('the fee is within 80 lamports of what was asked, whatever is asked', () => {
  const draw = createUniqueBudget(SYSTEM_RANDOM);
  const limit = fc.oneof(fc.constantFrom(...LIMITS), fc.integer({ min: 1_000, max: 1_378_000 }));
  fc.assert(
    fc.property(limit, fc.bigInt({ min: 0n, max: 3_500_000n }), (unitLimit, unitPrice) => {
      const { computeUnitLimit, computeUnitPrice } = draw(unitLimit, unitPrice);
      const more = getFee(computeUnitLimit, computeUnitPrice) - getFee(unitLimit, unitPrice);
      assert.ok(more >= -2n && more <= 80n, `${more} lamports`);
      assert.ok(computeUnitLimit >= unitLimit && computeUnitLimit <= 1_400_000);
    }),
    { numRuns: 5_000 },
  );
});

test('processes differ: their budgets in a row are not the same ones', () => {
  const rows = Array.from({ length: 20 }, () => {
    const draw = createUniqueBudget(SYSTEM_RANDOM);
    return Array.from({ length: 3 }, () => {
      const { computeUnitLimit, computeUnitPrice } = draw(40_000, 20_000n);
      return `${computeUnitLimit} ${computeUnitPrice}`;
    }).join();
  });
  assert.equal(new Set(rows).size, rows.length);
});

test('every bit of the variation is as often set as not', () => {
  const draw = createUniqueBudget(SYSTEM_RANDOM);
  const limits = new Set<number>();
  const prices = new Set<bigint>();
  for (let i = 0; i < 20_000; i += 1) {
    const { computeUnitLimit, computeUnitPrice } = draw(40_000, 0n);
    limits.add(computeUnitLimit);
    prices.add(computeUnitPrice);
  }
  assert.equal(limits.size, 625);
  assert.ok(prices.size > 1_600, String(prices.size));
});
