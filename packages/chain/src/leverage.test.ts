import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { address } from '@solana/kit';
import fc from 'fast-check';
import {
  getLeveragedPositionCodec,
  getLeverageError,
  LEVERAGE_ERROR__STALE_POOL,
  netPoolTokens,
  previewDeleverage,
} from './leverage.ts';

const OWNER = address('HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX');
const POOL = address('So11111111111111111111111111111111111111112');

const amount = fc.bigInt(0n, 2n ** 56n);
const position = fc.record({ collateral: amount, debt: amount });
const totals = fc.record({
  totalLamports: fc.bigInt(1n, 2n ** 60n),
  poolTokenSupply: fc.bigInt(1n, 2n ** 60n),
});

suite('a levered position', () => {
  test('is worth its collateral less its debt at the price of the pool, the debt rounded up', () => {
    const pool = { totalLamports: 10_723n, poolTokenSupply: 10_000n };
    assert.equal(netPoolTokens({ collateral: 2_750n, debt: 1_876n }, pool), 1_000n);
    assert.equal(netPoolTokens({ collateral: 2_750n, debt: 1_877n }, pool), 999n);
    assert.equal(netPoolTokens({ collateral: 2_750n, debt: 0n }, pool), 2_750n);
    assert.equal(netPoolTokens({ collateral: 10n, debt: 5_000n }, pool), 0n);
    assert.equal(
      netPoolTokens({ collateral: 10n, debt: 4n }, { totalLamports: 0n, poolTokenSupply: 0n }),
      6n,
    );
  });

  test('gives up a part against the same part of the debt, rounded against who leaves', () => {
    const pool = { totalLamports: 10_723n, poolTokenSupply: 10_000n };
    assert.deepEqual(previewDeleverage({ collateral: 2_750n, debt: 1_876n }, pool, 100n), {
      repaid: 188n,
      exchanged: 175n,
      position: { collateral: 2_475n, debt: 1_688n },
    });
  });

  test('never loses value for who stays, and never gives more than it has', () => {
    fc.assert(
      fc.property(position, totals, amount, (before, pool, taken) => {
        const net = netPoolTokens(before, pool);
        const result = previewDeleverage(before, pool, taken);
        if (net === 0n || taken > net) return assert.equal(result, undefined);
        assert.ok(result !== undefined);
        assert.ok(result.position.debt >= 0n && result.position.collateral >= 0n);
        assert.ok(netPoolTokens(result.position, pool) >= net - taken);
        assert.equal(before.debt - result.position.debt, result.repaid);
        assert.equal(before.collateral - result.position.collateral, taken + result.exchanged);
      }),
      { numRuns: 2_000 },
    );
  });

  test('clears the debt when everything is taken', () => {
    fc.assert(
      fc.property(position, totals, (before, pool) => {
        const net = netPoolTokens(before, pool);
        fc.pre(net > 0n);
        assert.equal(previewDeleverage(before, pool, net)?.position.debt, 0n);
      }),
    );
  });

  test('has an account of 81 bytes that decodes to what was encoded', () => {
    const state = { owner: OWNER, stakePool: POOL, collateral: 1n, debt: 2n ** 64n - 1n };
    const data = getLeveragedPositionCodec().encode(state);
    assert.equal(data.length, 81);
    assert.deepEqual(getLeveragedPositionCodec().decode(data), state);
    assert.throws(() => getLeveragedPositionCodec().decode(new Uint8Array(81)));
    assert.throws(() => getLeveragedPositionCodec().decode(data.slice(0, 80)));
  });

  test('has names for the codes of its program and for no others', () => {
    assert.equal(getLeverageError(LEVERAGE_ERROR__STALE_POOL)?.name, 'StalePool');
    assert.equal(getLeverageError(3), undefined);
    assert.equal(getLeverageError(-1), undefined);
  });
});
