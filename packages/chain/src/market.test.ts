import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AccountRole, address } from '@solana/kit';
import fc from 'fast-check';
import {
  decodeSwapExactOutData,
  getSwapExactOutInstruction,
  type Market,
  priceSwap,
  priceSwapExactOut,
} from './leverage.ts';

const TOKEN = address('HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX');
const SOL = address('So11111111111111111111111111111111111111112');

const market = fc.record({
  tokenMint: fc.constant(TOKEN),
  solMint: fc.constant(SOL),
  virtualTokens: fc.bigInt(1n, 2n ** 50n),
  virtualLamports: fc.bigInt(2n, 2n ** 50n),
  feeBasisPoints: fc.integer({ min: 0, max: 9_999 }),
});
const direction = fc.constantFrom('sell-token' as const, 'buy-token' as const);

suite('an order for an exact result', () => {
  test('costs the least that the same market pays at least the result for', () => {
    fc.assert(
      fc.property(market, direction, fc.bigInt(1n, 2n ** 50n), (state: Market, way, amountOut) => {
        const amountIn = priceSwapExactOut(state, way, amountOut);
        const reserve = way === 'sell-token' ? state.virtualLamports : state.virtualTokens;
        if (amountOut >= reserve) return assert.equal(amountIn, undefined);
        assert.ok(amountIn !== undefined && amountIn > 0n);
        assert.ok(priceSwap(state, way, amountIn).amountOut >= amountOut);
        assert.ok(priceSwap(state, way, amountIn - 1n).amountOut < amountOut);
      }),
      { numRuns: 2_000 },
    );
  });

  test('has no price at or beyond all that the market has', () => {
    const state: Market = {
      tokenMint: TOKEN,
      solMint: SOL,
      virtualTokens: 1_000n,
      virtualLamports: 2_000n,
      feeBasisPoints: 4,
    };
    assert.equal(priceSwapExactOut(state, 'sell-token', 2_000n), undefined);
    assert.equal(priceSwapExactOut(state, 'buy-token', 1_000n), undefined);
    assert.equal(priceSwapExactOut(state, 'sell-token', 1_000n), 1_001n);
  });

  test('names market, owner, source, destination and both vaults, and the amounts', () => {
    const instruction = getSwapExactOutInstruction(
      {
        market: TOKEN,
        owner: SOL,
        source: TOKEN,
        destination: SOL,
        vaultIn: TOKEN,
        vaultOut: SOL,
        amountOut: 5n,
        maximumAmountIn: 2n ** 64n - 1n,
      },
      { programAddress: SOL },
    );
    assert.equal(Buffer.from(instruction.data ?? []).toString('hex'), '020500000000000000ffffffffffffffff');
    assert.deepEqual(decodeSwapExactOutData(Uint8Array.from(instruction.data ?? [])), {
      amountOut: 5n,
      maximumAmountIn: 2n ** 64n - 1n,
    });
    assert.deepEqual(
      instruction.accounts?.filter(({ role }) => role === AccountRole.READONLY_SIGNER).map((a) => a.address),
      [SOL],
    );
    assert.throws(() => decodeSwapExactOutData(Uint8Array.of(1, ...new Uint8Array(16))));
    assert.throws(() => decodeSwapExactOutData(new Uint8Array(3)));
  });
});
