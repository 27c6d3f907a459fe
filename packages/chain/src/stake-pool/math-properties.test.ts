import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Fee } from './accounts.ts';
import { applyFee, epochFeeTokens, type FeeRounding } from './math.ts';

const amount = fc.bigInt(0n, 10n ** 17n);
const total = fc.bigInt(1n, 10n ** 17n);
const fee: fc.Arbitrary<Fee> = fc
  .tuple(fc.bigInt(0n, 100_000n), fc.bigInt(0n, 100_000n))
  .map(([a, b]) => ({ denominator: a > b ? a : b, numerator: a > b ? b : a }));
const pools = fc.record({ totalLamports: total, poolTokenSupply: total });
const rounding = fc.constantFrom<FeeRounding[]>('down', 'up');

test('the tokens of an epoch fee are never worth more than the fee', () => {
  fc.assert(
    fc.property(pools, fee, amount, rounding, (pool, epochFee, reward, feeRounding) => {
      const tokens = epochFeeTokens(pool, epochFee, reward, feeRounding);
      const lamports = pool.totalLamports + reward;
      const worth = (tokens * lamports) / (pool.poolTokenSupply + tokens);
      assert.ok(worth <= applyFee(epochFee, reward, feeRounding));
    }),
  );
});
