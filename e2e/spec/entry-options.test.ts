import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createHastyClock } from '../hasty-clock.ts';
import { createOptionsClient, units } from '../options-client.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { requestCounts, startWorld } from '../world.ts';

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock, { epochsBehind: 4 });
const { compareEntries, holding, follow } = createOptionsClient(world, clock);

describe('entry options', () => {
  test('of ways in add up, and none is ranked', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '20', usdc: '50' });
    const sol = await compareEntries({ wallet, asset: 'SOL', amount: '10' });
    assert.deepEqual(
      sol.options.map(({ strategy, isAvailable }) => [strategy, isAvailable]),
      ['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake'].map((key) => [key, true]),
    );
    const usdc = await compareEntries({ wallet, asset: 'USDC', amount: 'max' });
    for (const { strategy, leaveAtOnce, apyPercent, breakEvenDays, risks, receive, next } of [
      ...sol.options,
      ...usdc.options,
    ]) {
      assert.ok(leaveAtOnce !== null && receive !== null && risks.length > 1, strategy);
      const amount = units(leaveAtOnce.receive) + units(leaveAtOnce.cost);
      assert.equal(amount, strategy === 'usdc-earn' ? 50_000_000n : 10_000_000_000n);
      assert.equal(next.length, 1);
      if (apyPercent === null) {
        assert.equal(breakEvenDays, null);
        continue;
      }
      const days = Number(units(leaveAtOnce.cost)) / ((Number(amount) * apyPercent) / 100 / 365);
      assert.ok(Number(breakEvenDays) - days >= 0 && Number(breakEvenDays) - days <= 0.11, `${days}`);
    }
  });

  test('of ways in that a wallet lacks the funds for name what it lacks', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '1' });
    for (const [asset, amount] of [
      ['SOL', '3'],
      ['USDC', '30'],
    ]) {
      const { options } = await compareEntries({ wallet, asset, amount });
      for (const { strategy, problem, next } of options) {
        // A native stake is built without a look at the wallet.
        if (strategy === 'sol-native-stake') continue;
        assert.equal(problem?.code, 'INSUFFICIENT_FUNDS');
        assert.deepEqual(next, []);
      }
    }
  });

  test('of ways in hold when they are gone', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '30', usdc: '40' });
    const own = { wallet: wallet.address };
    const sol = await compareEntries({ ...own, asset: 'SOL', amount: '3' });
    const usdc = await compareEntries({ ...own, asset: 'USDC', amount: '30' });
    for (const { strategy, receive, next } of [...sol.options.slice(1), ...usdc.options]) {
      const received = receive?.expected.asset ?? assert.fail();
      const had = await holding(wallet.address, received);
      await follow(wallet, next[0] ?? assert.fail(), undefined);
      const gained = (await holding(wallet.address, received)) - had;
      assert.ok(gained >= units(receive?.atLeast), `${strategy}: ${gained}`);
    }
  });

  test('asking often costs the router nothing', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '3' });
    const body = { wallet, asset: 'SOL', amount: '1.5' };
    const orders = async () =>
      Object.entries(await requestCounts(world, 'router')).reduce((sum, [, count]) => sum + count, 0);
    clock.pass(2_001);
    await world.post('/entry-options', body);
    const before = await orders();
    const again = await Promise.all(Array.from({ length: 5 }, () => world.post('/entry-options', body)));
    for (const { status } of again) assert.equal(status, 200);
    assert.equal(await orders(), before);
  });
});
