import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { getVaultDecoder } from '@staking-agent/chain/vault';
import {
  ASSET_DECIMALS,
  type Nearest,
  parseAmount,
  STRATEGY_KEYS,
  type StrategyLimits,
} from '@staking-agent/wire';
import { createRandom } from '../adversarial/random.ts';
import { configureVault } from '../change-account.ts';
import { landBuild } from '../land-build.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, advanceEpochs, DEPLOYMENT, startWorld, type World } from '../world.ts';

const world = await startWorld({ after });

const land = (wallet: SandboxWallet, built: Answer) => landBuild(world, wallet, built);

const units = (amount: string) => {
  const parsed = parseAmount(amount, ASSET_DECIMALS.SOL);
  return parsed.ok ? parsed.baseUnits : assert.fail(parsed.rule);
};

/** Asks for an amount that is refused, then for each of the nearest, which must be taken. */
async function assertTaken(
  path: '/stake' | '/unstake' | '/quote',
  body: { readonly amount: string; readonly [field: string]: string },
  code: string,
  at: World = world,
): Promise<Nearest> {
  const refused = await at.post(path, body);
  assert.equal(refused.body.code, code, refused.text);
  const { nearest } = refused.body;
  assert.ok(nearest, refused.text);
  assert.ok(nearest.lower !== null || nearest.higher !== null, refused.text);
  for (const amount of [nearest.lower, nearest.higher]) {
    if (amount === null) continue;
    const taken = await at.post(path, { ...body, amount });
    assert.equal(taken.status, 200, `${body.amount} became ${amount}: ${taken.text}`);
  }
  return nearest;
}

/** Whether a stake is refused, and then with all that the wallet holds and the most that it could stake. */
async function isRefusedWell(body: { strategy: string; wallet: string; amount: string }): Promise<boolean> {
  const limits = await world.get(`/limits?strategy=${body.strategy}&wallet=${body.wallet}`);
  const { max, holds } = limits.body.strategies[0].wallet;
  const built = await world.post('/stake', body);
  if (built.status === 200) return false;
  assert.equal(built.body.code, 'INSUFFICIENT_FUNDS', built.text);
  if (built.body.holds.asset === holds.asset) assert.equal(built.body.holds.amount, holds.amount);
  assert.ok(BigInt(built.body.needs.baseUnits) > BigInt(built.body.holds.baseUnits), built.text);
  if (BigInt(max.baseUnits) === 0n) {
    assert.equal(built.body.nearest, undefined, built.text);
    return true;
  }
  const nearest = await assertTaken('/stake', body, 'INSUFFICIENT_FUNDS');
  // The price of priority may have moved, and accounts of exits are not looked at for a refusal.
  const apart = units(max.amount) - units(nearest.lower ?? '0');
  assert.ok(apart ** 2n < 10n ** 14n, `${max.amount} and ${nearest.lower}`);
  return true;
}

test('of raSOL for less than the minimum delegation, a slow exit says what it takes and what takes less', async () => {
  const wallet = await makeSandboxWallet(world, { sol: '5' });
  const own = { wallet: wallet.address, strategy: 'sol-liquid-stake' };
  const slow = { ...own, kind: 'slow' };
  await land(wallet, await world.post('/stake', { ...own, amount: '0.5' }));
  const { detail } = await until('the stake is confirmed', async () => {
    const { body } = await world.post('/unstake', { ...slow, amount: '0.3' });
    return body.code === 'BELOW_MINIMUM_DELEGATION' ? body : undefined;
  });
  const [, least = assert.fail(detail)] =
    /no less than 1 SOL .* amount must be at least (0\.\d+); kind instant takes less\.$/.exec(detail) ?? [];
  const max = await world.post('/unstake', { ...slow, amount: 'max' });
  const limits = await world.get(`/limits?strategy=sol-liquid-stake&wallet=${wallet.address}`);
  const shown = limits.body.strategies[0].unstake[1];
  const exits = await world.post('/exit-options', { ...own, amount: '0.3' });
  for (const told of [max.body, shown.wallet.problem, exits.body.options[1].problem]) {
    assert.deepEqual([told.code, told.detail], ['BELOW_MINIMUM_DELEGATION', detail]);
  }
  assert.deepEqual([max.body.nearest, shown.least.amount], [undefined, least]);
  const beyond = await world.post('/unstake', { ...slow, amount: '0.9' });
  assert.equal(beyond.body.code, 'INSUFFICIENT_FUNDS');
  assert.match(beyond.body.detail, /No smaller amount is possible/);
  await land(wallet, await world.post('/stake', { ...own, amount: '3' }));
  await until('all of it is confirmed', async () => {
    const { body } = await world.post('/unstake', { ...slow, amount: 'max' });
    return body.transaction;
  });
  const nearest = await assertTaken('/unstake', { ...slow, amount: '0.3' }, 'BELOW_MINIMUM_DELEGATION');
  assert.deepEqual(nearest, { lower: null, higher: least });
  const instant = { ...own, kind: 'instant' };
  for (const path of ['/unstake', '/quote'] as const) {
    const { body } = await world.post(path, { ...instant, amount: '0.000000999' });
    assert.deepEqual([body.code, /at least 0\.000001 raSOL/.test(body.detail)], ['AMOUNT_TOO_SMALL', true]);
    assert.equal((await world.post(path, { ...instant, amount: '0.000001' })).status, 200);
  }
});

const BEYOND_VAULT = ['9000000000', '18446744073709.551615'];

describe('nearest', () => {
  test('of amounts that the contract does not take', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '50', usdc: '50' });
    for (const strategy of STRATEGY_KEYS) {
      const digits = '.12345678912';
      const nearest = await assertTaken(
        '/stake',
        { strategy, wallet, amount: `7${digits}` },
        'AMOUNT_TOO_FINE',
      );
      const expected =
        strategy === 'usdc-earn'
          ? { lower: '7.123456', higher: '7.123457' }
          : { lower: '7.123456789', higher: '7.12345679' };
      assert.deepEqual(nearest, expected);
      const zeros = await assertTaken(
        '/stake',
        { strategy, wallet, amount: '2.0000000000' },
        'AMOUNT_TOO_FINE',
      );
      assert.deepEqual(zeros, { lower: '2', higher: null });
    }
    const native = { strategy: 'sol-native-stake', wallet };
    for (const [amount, code] of [
      ['0', 'AMOUNT_ZERO'],
      ['0.0000000001', 'AMOUNT_TOO_FINE'],
      ['0.99999999999', 'AMOUNT_TOO_FINE'],
      ['0.999999999', 'BELOW_MINIMUM_DELEGATION'],
    ] as const) {
      assert.deepEqual(await assertTaken('/stake', { ...native, amount }, code), {
        lower: null,
        higher: '1',
      });
    }
    const most = await assertTaken('/stake', { ...native, amount: '9007199.254740992' }, 'AMOUNT_TOO_LARGE');
    assert.deepEqual(most, { lower: '9007199.254740991', higher: null });
  });

  test('is left out where it is not known', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '50', usdc: '50' });
    for (const amount of ['0', '0.0000000001', '99999999999999999999', '1e9', '-1', 'x', '1,5']) {
      const { body } = await world.post('/stake', { strategy: 'sol-liquid-stake', wallet, amount });
      assert.equal(body.nearest, undefined, JSON.stringify(body));
    }
  });

  test('of a stake that the vault would mint nothing for, or that is above its cap', async (t) => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5000', usdc: '5000' });
    const leveraged = { strategy: 'sol-leveraged-stake', wallet };
    await assertTaken('/stake', { ...leveraged, amount: '0.000000001' }, 'POOL_REFUSED');
    await assertTaken('/stake', { ...leveraged, amount: '0.000000002' }, 'AMOUNT_BELOW_ONE_SHARE');
    for (const [strategy, vault, whole] of [
      ['usdc-earn', DEPLOYMENT.usdcVault, 1_000_000n],
      ['sol-leveraged-stake', DEPLOYMENT.leveraged.vault, 1_000_000_000n],
    ] as const) {
      const { body } = await world.get(`/limits?strategy=${strategy}`);
      const room = BigInt(body.strategies[0].stake.capacityLeft.baseUnits);
      t.after(() => configureVault(world, vault, { maxCap: 2n ** 64n - 1n }));
      const account = world.sandbox.ledger.bank.findAccount(vault) ?? assert.fail();
      const { asset, vaultConfiguration } = getVaultDecoder().decode(account.data);
      assert.ok(room > 0n && vaultConfiguration.maxCap > asset.totalValue);
      configureVault(world, vault, { maxCap: asset.totalValue + 3n * whole });
      await assertTaken('/stake', { strategy, wallet, amount: '4321' }, 'VAULT_REFUSED');
    }
  });

  test('of more than the operator lets through', async (t) => {
    const VALUE_LIMITS =
      'sol-native-stake.transaction=2.5,sol-liquid-stake.hour=0.7,usdc-earn.transaction=40,usdc-earn.hour=30';
    const limited = await startWorld(t, { VALUE_LIMITS });
    const { address: wallet } = await makeSandboxWallet(limited, { sol: '50', usdc: '50' });
    for (const [strategy, lower] of [
      ['sol-native-stake', '2.5'],
      ['sol-liquid-stake', '0.7'],
      ['usdc-earn', '30'],
    ] as const) {
      const body = { strategy, wallet, amount: '41' };
      const nearest = await assertTaken('/stake', body, 'AMOUNT_ABOVE_LIMIT', limited);
      assert.deepEqual(nearest, { lower, higher: null });
    }
  });

  test('of random amounts that random wallets lack', async () => {
    const { below } = createRandom(7);
    const random = () => below(2 ** 32) / 2 ** 32;
    const about = (units: number) => units * (0.98 + random() * 0.5);
    let refusals = 0;
    for (let i = 0; i < 3; i += 1) {
      const [sol, usdc] = [10 ** (random() * 3 - 1.8), 10 ** (random() * 8 - 5)];
      const funds = { sol: sol.toFixed(9), usdc: usdc.toFixed(6) };
      const { address: wallet } = await makeSandboxWallet(world, funds);
      const asks = [
        { strategy: 'sol-liquid-stake', amount: about(sol).toFixed(9) },
        { strategy: 'sol-leveraged-stake', amount: about(sol).toFixed(9) },
        { strategy: 'usdc-earn', amount: about(usdc).toFixed(6) },
      ];
      for (const ask of asks) if (await isRefusedWell({ ...ask, wallet })) refusals += 1;
    }
    assert.ok(refusals > 3, `${refusals}`);
  });

  test('of exits of more than there is, and of too little', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '30', usdc: '500' });
    const own = { wallet: wallet.address };
    await land(wallet, await world.post('/stake', { ...own, strategy: 'sol-liquid-stake', amount: '3' }));
    await land(wallet, await world.post('/stake', { ...own, strategy: 'sol-leveraged-stake', amount: '4' }));
    await land(wallet, await world.post('/stake', { ...own, strategy: 'usdc-earn', amount: '123.456789' }));
    const seen = async () => (await world.get(`/limits?wallet=${wallet.address}`)).body.strategies.slice(1);
    const isSeen = ({ unstake }: StrategyLimits) => BigInt(unstake[0]?.wallet?.holds.baseUnits ?? 0) > 0n;
    await until('stakes are confirmed', async () => (await seen()).every(isSeen));
    const usdc = { ...own, strategy: 'usdc-earn', kind: 'instant' };
    for (const amount of ['200', ...BEYOND_VAULT]) {
      await assertTaken('/unstake', { ...usdc, amount }, 'INSUFFICIENT_FUNDS');
    }
    const leveraged = { ...own, strategy: 'sol-leveraged-stake', kind: 'instant' };
    const all = await assertTaken('/unstake', { ...leveraged, amount: '40' }, 'INSUFFICIENT_FUNDS');
    const limits = await world.get(`/limits?strategy=sol-leveraged-stake&wallet=${wallet.address}`);
    assert.equal(all.lower, limits.body.strategies[0].unstake[0].wallet.max.amount);
    const quote = { ...own, strategy: 'sol-leveraged-stake' };
    const huge = await world.post('/quote', { ...quote, amount: '1000000000' });
    await assertTaken('/quote', { ...quote, amount: '1000000000' }, huge.body.code);
  });

  for (const withdrawalWaitingPeriod of [0n, 3_600n]) {
    test(`is none of more than a vault is worth, nor of nothing, after ${withdrawalWaitingPeriod} seconds`, async (t) => {
      const { address } = await makeSandboxWallet(world, { sol: '1' });
      t.after(() => configureVault(world, DEPLOYMENT.usdcVault, { withdrawalWaitingPeriod: 0n }));
      configureVault(world, DEPLOYMENT.usdcVault, { withdrawalWaitingPeriod });
      const own = { strategy: 'usdc-earn', wallet: address };
      const atOnce = await world.post('/unstake', { ...own, kind: 'instant', amount: '1' });
      const options = await world.post('/exit-options', { ...own, amount: 'max' });
      const limits = await world.get(`/limits?strategy=usdc-earn&wallet=${address}`);
      assert.equal(limits.body.strategies[0].unstake[0].wallet.problem.code, atOnce.body.code);
      assert.equal(options.body.code, atOnce.body.code, options.text);
      const step = withdrawalWaitingPeriod === 0n ? {} : { step: 'request' };
      const ask = { ...own, kind: 'instant', ...step };
      for (const amount of ['1', ...BEYOND_VAULT]) {
        const { body, text } = await world.post('/unstake', { ...ask, amount });
        assert.equal(body.code, 'INSUFFICIENT_FUNDS', text);
        assert.equal(body.nearest, undefined, text);
        assert.equal(body.holds.baseUnits, '0');
        assert.ok(Number(body.needs.amount) > Number(amount) / 2, text);
      }
    });
  }

  test('of a part of a stake account is the whole', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '30' });
    const own = { wallet: wallet.address, strategy: 'sol-native-stake' };
    const staked = await world.post('/stake', { ...own, amount: '2' });
    await land(wallet, staked);
    const { stakeAccount } = staked.body;
    await advanceEpochs(world, 1);
    const body = { ...own, stakeAccount, kind: 'instant' };
    const more = await assertTaken('/unstake', { ...body, amount: '1' }, 'AMOUNT_NOT_WHOLE');
    assert.equal(more.lower, null);
    const less = await assertTaken('/quote', { ...body, amount: '9' }, 'AMOUNT_NOT_WHOLE');
    assert.deepEqual(less, { lower: more.higher, higher: null });
  });
});
