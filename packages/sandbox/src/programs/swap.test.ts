import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { address } from '@solana/kit';
import { getMarketCodec, isLiquid, type Market, priceSwap } from '@staking-agent/chain/leverage';

const MINT = address('HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX');
const WSOL = address('So11111111111111111111111111111111111111112');
const MARKET: Market = {
  tokenMint: MINT,
  solMint: WSOL,
  virtualTokens: 37_303_000_000_000n,
  virtualLamports: 40_000_000_000_000n,
  feeBasisPoints: 4,
};

describe('the price of the market', () => {
  test('never lets the product fall, and never pays more for going there and back', () => {
    for (let exponent = 0n; exponent < 15n; exponent += 1n) {
      const amount = 7n * 10n ** exponent;
      for (const [there, back] of [
        ['sell-token', 'buy-token'],
        ['buy-token', 'sell-token'],
      ] as const) {
        const first = priceSwap(MARKET, there, amount);
        const second = priceSwap(first.market, back, first.amountOut);
        assert.ok(second.amountOut <= amount);
        const product = (market: Market) => market.virtualTokens * market.virtualLamports;
        assert.ok(product(first.market) >= product(MARKET));
        assert.ok(product(second.market) >= product(first.market));
        assert.ok(first.amountOut <= first.amountOutAtSpot);
        assert.ok(first.fee * 10_000n >= amount * 4n);
      }
    }
  });

  test('the average price falls with the size of the order', () => {
    let worst = 2n ** 64n;
    for (const amount of [10n ** 9n, 10n ** 11n, 10n ** 13n, 10n ** 15n]) {
      const price = (priceSwap(MARKET, 'sell-token', amount).amountOut * 10n ** 9n) / amount;
      assert.ok(price < worst);
      worst = price;
    }
  });

  test('a vault gives at most its half, and never nothing', () => {
    assert.equal(isLiquid(0n, 10n), false);
    assert.equal(isLiquid(5n, 10n), true);
    assert.equal(isLiquid(6n, 10n), false);
    assert.equal(isLiquid(1n, 1n), false);
  });

  test('a market decodes to what was encoded', () => {
    assert.deepEqual(getMarketCodec().decode(getMarketCodec().encode(MARKET)), MARKET);
    assert.throws(() => getMarketCodec().decode(new Uint8Array(80)));
  });
});
