import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { measureStake, sumCosts } from './ranges.ts';

const lamports = fc.bigInt({ min: 0n, max: 10n ** 12n });
const costs = fc.record({ rent: lamports, fees: lamports, laterExit: lamports, walletRent: lamports });
const range = fc.record({
  asset: fc.constantFrom('SOL' as const, 'USDC' as const),
  bounds: fc.record({
    isOpen: fc.constant(true as const),
    least: fc.bigInt({ min: 1n, max: 10n ** 10n }),
    most: fc.bigInt({ min: 10n ** 10n, max: 10n ** 13n }),
  }),
  holds: fc.bigInt({ min: 0n, max: 10n ** 13n }),
  lamports: fc.bigInt({ min: 0n, max: 10n ** 13n }),
  costs,
});

test('max lands, leaves what a way out takes, and is the most of that', () => {
  fc.assert(
    fc.property(range, (some) => {
      const { bounds, asset } = some;
      const held = asset === 'SOL' ? { ...some, lamports: some.holds } : some;
      const { max, refusal } = measureStake(held);
      const needed = sumCosts(held.costs);
      const free = asset === 'SOL' ? held.holds - needed : held.holds;
      if (refusal === undefined) {
        assert.ok(max >= bounds.least && max <= bounds.most && max <= free);
        assert.ok(max === bounds.most || max === free);
        assert.ok(held.lamports - (asset === 'SOL' ? max : 0n) >= needed);
        return;
      }
      assert.equal(max, 0n);
      assert.equal(refusal.code, 'INSUFFICIENT_FUNDS');
      const { holds, needs } = refusal.members;
      assert.ok(BigInt(holds?.baseUnits ?? 0) < BigInt(needs?.baseUnits ?? 0));
      assert.ok(free < bounds.least || held.lamports < needed);
    }),
    { numRuns: 500 },
  );
});
