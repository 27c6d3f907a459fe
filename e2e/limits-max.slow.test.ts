import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import { createRandom, liveThroughMax } from './max-lives.ts';
import { startWorld } from './world.ts';

const SEED = Math.floor(Math.random() * 2 ** 32);
const WALLETS = 250;

describe(`1,000 wallets that stake max and unstake max, seed ${SEED}`, () => {
  for (const [index, strategy] of STRATEGY_KEYS.entries()) {
    test(strategy, async (t) => {
      const world = await startWorld(t);
      const staked = await liveThroughMax(world, strategy, WALLETS, createRandom(SEED + index));
      t.diagnostic(`${staked} of ${WALLETS} staked`);
      assert.ok(staked > WALLETS / 4 && staked < WALLETS, `${staked} of ${WALLETS}`);
    });
  }
});
