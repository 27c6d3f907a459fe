import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Address } from '@solana/kit';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import fc from 'fast-check';
import { createManualClock } from '../../../test/manual-clock.ts';
import { JsonRpcError } from '../../problems/faults.ts';
import type { LedgerClient } from './client.ts';
import { clampedPercentile, startPriorityFeeFeed } from './feeds.ts';

const bounds = { percentile: 75, floor: 1_000n, ceiling: 1_000_000n };
const ofAll = (price: bigint) =>
  Object.fromEntries(STRATEGY_KEYS.map((key) => [key, price])) as Record<StrategyKey, bigint>;
const settings = { percentile: 75, floor: ofAll(1_000n), ceiling: ofAll(1_000_000n) };
const cases: [string, bigint[], Partial<typeof bounds>, bigint][] = [
  ['no block: the floor', [], {}, 1_000n],
  ['only zeros: the floor', [0n, 0n, 0n], {}, 1_000n],
  ['the nearest rank of four', [4_000n, 1_000n, 3_000n, 2_000n], {}, 3_000n],
  ['blocks that cost nothing do not count', [0n, 4_000n, 0n, 1_000n, 0n, 3_000n, 0n, 2_000n, 0n], {}, 3_000n],
  ['the median of three', [9_000n, 5_000n, 7_000n], { percentile: 50 }, 7_000n],
  ['the highest', [9_000n, 5_000n, 7_000n], { percentile: 100 }, 9_000n],
  ['the lowest', [9_000n, 5_000n, 0n, 7_000n], { percentile: 0 }, 5_000n],
  ['one block of 150 decides where the others cost nothing', [...Array(149).fill(0n), 7_000n], {}, 7_000n],
  ['never above the ceiling', [2n ** 63n, 2n ** 63n], {}, 1_000_000n],
  ['never below the floor', [1n, 2n, 3n], {}, 1_000n],
];
for (const [name, fees, changes, expected] of cases) {
  test(name, () => {
    assert.equal(clampedPercentile(fees, { ...bounds, ...changes }), expected);
  });
}

test('any number of blocks that cost nothing changes nothing', () => {
  const fees = fc.array(fc.bigInt(1n, 2n ** 64n - 1n), { maxLength: 150 });
  fc.assert(
    fc.property(fees, fc.nat(150), fc.nat(100), (paid, free, percentile) => {
      const at = { ...bounds, percentile };
      const mixed = [...Array<bigint>(free).fill(0n), ...paid];
      assert.equal(clampedPercentile(mixed, at), clampedPercentile(paid, at));
    }),
  );
});

describe('the price of priority', () => {
  const POOL = 'pool' as Address;
  const VAULT = 'vault' as Address;

  /** A ledger on which writing an account costs what the test says, and a feed of two strategies. */
  function setUp(
    t: TestContext,
    contended: Parameters<typeof startPriorityFeeFeed>[2],
    levels?: Record<string, number>,
  ) {
    const clock = createManualClock();
    const costs = new Map<string, number>();
    const down = new Set<string>();
    const calls: (readonly string[])[] = [];
    const estimates = { asked: 0 };
    const read = async (method: string, [accounts]: readonly [readonly string[]]) => {
      if (method === 'getPriorityFeeEstimate') {
        estimates.asked += 1;
        if (levels === undefined) throw new JsonRpcError(-32_601, 'Method not found', undefined);
        return { priorityFeeLevels: levels };
      }
      calls.push(accounts);
      // A node answers later than it is asked.
      await undefined;
      if (accounts.some((account) => down.has(account))) throw new Error('down');
      const cost = Math.max(0, ...accounts.map((account) => costs.get(account) ?? 0));
      return [0, cost, 0].map((prioritizationFee) => ({ prioritizationFee }));
    };
    const ledger = { read } as unknown as LedgerClient;
    const feed = startPriorityFeeFeed(ledger, clock, contended, settings, () => undefined);
    t.after(() => feed.close());
    return { clock, costs, down, calls, estimates, feed };
  }
  const both = {
    'usdc-earn': [VAULT],
    'sol-leveraged-stake': [POOL, VAULT],
  };

  test('is that of the accounts of each strategy, and the floor of one without', async (t) => {
    const { clock, costs, calls, feed } = setUp(t, both);
    costs.set(POOL, 50_000).set(VAULT, 30_000);
    await clock.pass(1);
    assert.equal(feed.price('usdc-earn'), 30_000n);
    assert.equal(feed.price('sol-leveraged-stake'), 50_000n);
    assert.equal(feed.price('sol-native-stake'), 1_000n);
    assert.equal(feed.price('sol-liquid-stake'), 1_000n);
    assert.deepEqual(calls.toSorted(), [[POOL, VAULT], [VAULT]]);
  });

  test('is the floor before anything is known, and after two minutes without an answer', async (t) => {
    const { clock, costs, down, feed } = setUp(t, both);
    costs.set(VAULT, 30_000);
    assert.equal(feed.price('usdc-earn'), 1_000n);
    await clock.pass(1);
    down.add(VAULT);
    await clock.pass(119_000);
    assert.equal(feed.price('usdc-earn'), 30_000n);
    await clock.pass(2_000);
    assert.equal(feed.price('usdc-earn'), 1_000n);
  });

  test('of one strategy does not fall with that of another', async (t) => {
    const { clock, costs, down, feed } = setUp(t, both);
    costs.set(VAULT, 30_000);
    down.add(POOL);
    await clock.pass(1);
    assert.equal(feed.price('usdc-earn'), 30_000n);
    assert.equal(feed.price('sol-leveraged-stake'), 1_000n);
  });

  test('follows the ledger within ten seconds while it is asked for', async (t) => {
    const { clock, costs, feed } = setUp(t, both);
    await clock.pass(1);
    for (const cost of [30_000, 20_000, 90_000]) {
      costs.set(VAULT, cost);
      await clock.pass(10_000);
      assert.equal(feed.price('usdc-earn'), BigInt(cost));
    }
  });

  test('is asked for once a minute for each strategy that nobody builds with', async (t) => {
    const { clock, calls, feed } = setUp(t, both);
    feed.price('usdc-earn');
    await clock.pass(61_000);
    feed.price('usdc-earn');
    await clock.pass(0);
    const before = calls.length;
    for (let i = 0; i < 60; i += 1) {
      feed.price('usdc-earn');
      await clock.pass(10_000);
    }
    const [own, other] = [calls.slice(before).filter(({ length }) => length === 1).length, calls.length];
    assert.equal(own, 60);
    assert.equal(other - before - own, 10);
  });

  test('is asked for in calls that nodes take: 128 accounts at most', async (t) => {
    const many = Array.from({ length: 200 }, (_, i) => `account ${i}` as Address);
    const contended = Object.fromEntries(STRATEGY_KEYS.map((key) => [key, many]));
    const { clock, calls } = setUp(t, contended);
    await clock.pass(1);
    assert.deepEqual(
      calls.map(({ length }) => length),
      STRATEGY_KEYS.map(() => 128),
    );
  });

  test('is a level of the market, and within what a caller allows', async (t) => {
    const { clock, feed } = setUp(t, { 'usdc-earn': [VAULT] });
    await clock.pass(1);
    assert.equal(feed.at({ level: 'low' }).price('usdc-earn'), 1_000n);
    // 80 lamports are left for what makes builds unique; rounded down, and below the floor where that is less.
    const within = feed.at({ level: 'high', most: 100n });
    assert.equal(within.price('usdc-earn', 30_000), 666n);
    assert.equal(within.price('usdc-earn'), 1_000n);
    assert.equal(feed.at({ level: 'high', most: 1_000n }).price('usdc-earn', 30_000), 1_000n);
  });

  test("is the provider's estimate where it offers one, within floor and ceiling", async (t) => {
    const levels = { low: 10, medium: 2_000, high: 30_000.5, veryHigh: 9e9 };
    const { clock, calls, feed } = setUp(t, { 'usdc-earn': [VAULT] }, levels);
    await clock.pass(1);
    const prices = (['low', 'medium', 'high'] as const).map((level) => feed.at({ level }).price('usdc-earn'));
    assert.deepEqual(prices, [1_000n, 30_001n, 1_000_000n]);
    assert.equal(calls.length, 0);
  });

  test('is asked of a provider without estimates every ten minutes only', async (t) => {
    const { clock, calls, estimates, feed } = setUp(t, { 'usdc-earn': [VAULT] });
    await clock.pass(1);
    for (let i = 0; i < 59; i += 1) {
      feed.price('usdc-earn');
      await clock.pass(10_000);
    }
    assert.equal(estimates.asked, 1);
    assert.equal(calls.length, 60);
    await clock.pass(20_000);
    assert.equal(estimates.asked, 2);
  });
});
