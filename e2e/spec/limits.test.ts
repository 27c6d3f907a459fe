import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import { LimitsAnswer, type StrategyLimits } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, configureVault, placeProgram } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startCounted } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { createCalls, DEPLOYMENT, setLedgerFault, startWorld, type World } from '../world.ts';

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock);
const ledger = createLedgerClient(world);
const NOBODY = toAddress(new Uint8Array(32).fill(5));

/** Asks anew: answers are given again for two seconds. */
async function ask(query = '', at: Pick<World, 'get'> = world): Promise<LimitsAnswer> {
  clock.pass(2_001);
  const answer = await at.get(`/limits${query}`);
  assertOk(answer, LimitsAnswer);
  return answer.body;
}

function find({ strategies }: LimitsAnswer, key: string): StrategyLimits {
  return strategies.find((each) => each.key === key) ?? assert.fail(`${key} is listed`);
}

const units = (quantity: { readonly baseUnits: string } | null) => BigInt(quantity?.baseUnits ?? -1);

describe('refusals', () => {
  test('a wallet that is an unlisted program', async () => {
    const program = toAddress(new Uint8Array(32).fill(92));
    placeProgram(world, program);
    const answer = await world.get(`/limits?wallet=${program}`);
    assertProblem(answer, { slug: 'invalid_request', code: 'ADDRESS_IS_PROGRAM', detail: /wallet/ });
  });

  test('a ledger that does not answer', async (t) => {
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    clock.pass(2_001);
    await setLedgerFault(world, { mode: '500', method: 'getMultipleAccounts' });
    assertProblem(await world.get('/limits'), { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
  });
});

describe('limits', () => {
  test('say which ledger this is, and what it asks', async () => {
    const { network, ledger: terms, asOf, nextEpoch } = await ask();
    const { rpc } = ledger;
    assert.deepEqual(network, {
      deployment: 'sandbox',
      genesisHash: await rpc.getGenesisHash().send(),
      isSandbox: true,
    });
    const rent = async (size: bigint) => rpc.getMinimumBalanceForRentExemption(size).send();
    assert.equal(units(terms.walletRent), await rent(0n));
    assert.equal(units(terms.tokenAccountRent), await rent(165n));
    assert.equal(units(terms.stakeAccountRent), await rent(200n));
    assert.equal(units(terms.minimumDelegation), (await rpc.getStakeMinimumDelegation().send()).value);
    assert.equal(units(terms.signatureFee), 5_000n);
    assert.equal(BigInt(asOf.epoch), await ledger.epoch());
    assert.equal(BigInt(nextEpoch.epoch), BigInt(asOf.epoch) + 1n);
  });

  test('of nobody have no wallet, of one strategy only that one', async () => {
    const all = await ask();
    assert.deepEqual(
      all.strategies.map(({ key, isOpen, wallet }) => [key, isOpen, wallet]),
      ['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake', 'usdc-earn'].map((key) => [
        key,
        true,
        null,
      ]),
    );
    for (const { unstake } of all.strategies) for (const { wallet } of unstake) assert.equal(wallet, null);
    const one = await ask('?strategy=usdc-earn');
    assert.deepEqual(
      one.strategies.map(({ key }) => key),
      ['usdc-earn'],
    );
  });

  test('of a wallet add up to what it holds', async () => {
    const { address } = await makeSandboxWallet(world, { sol: '7.654321', usdc: '33.000001' });
    const limits = await ask(`?wallet=${address}`);
    for (const { key, stake, wallet } of limits.strategies) {
      assert.ok(wallet, key);
      assert.equal(wallet.problem, null);
      const kept = wallet.keptBack.reduce((sum, part) => sum + units(part), 0n);
      if (stake.asset === 'SOL') assert.equal(units(wallet.max) + kept, 7_654_321_000n, key);
      else assert.equal(units(wallet.max), 33_000_001n);
    }
  });

  test('of a wallet that is not on the ledger say what it needs', async () => {
    const { strategies } = await ask(`?wallet=${NOBODY}`);
    for (const { key, isOpen, wallet } of strategies) {
      assert.equal(isOpen, true);
      assert.equal(wallet?.problem?.code, 'INSUFFICIENT_FUNDS', key);
      assert.equal(units(wallet?.max ?? null), 0n);
    }
  });

  test('follow the cap of a vault, to the base unit', async (t) => {
    const { usdcVault, leveraged } = DEPLOYMENT;
    const before = await ask();
    for (const [key, vault] of [
      ['usdc-earn', usdcVault],
      ['sol-leveraged-stake', leveraged.vault],
    ] as const) {
      const { capacityLeft } = find(before, key).stake;
      assert.ok(units(capacityLeft) > 0n);
      t.after(() => configureVault(world, vault, { maxCap: 2n ** 64n - 1n }));
      configureVault(world, vault, { maxCap: 0n });
      const full = find(await ask(), key);
      assert.equal(full.isOpen, false);
      assert.equal(full.closedReason?.code, 'VAULT_REFUSED');
      assert.match(full.closedReason?.detail ?? '', /MaxCapExceeded/);
      assert.equal(units(full.stake.capacityLeft), 0n);
    }
  });

  test('are closed where deposits are switched off, and exits where withdrawals are', async (t) => {
    t.after(() => configureVault(world, DEPLOYMENT.usdcVault, { disabledOperations: 0 }));
    configureVault(world, DEPLOYMENT.usdcVault, { disabledOperations: 7 });
    const { isOpen, closedReason, unstake, stake } = find(await ask(), 'usdc-earn');
    assert.equal(isOpen, false);
    assert.match(closedReason?.detail ?? '', /OperationNotAllowed/);
    assert.equal(stake.least, null);
    assert.deepEqual(
      unstake.map(({ least, most }) => [least, units(most)]),
      [[null, 0n]],
    );
  });

  test('of one strategy that cannot be read leave the others', async (t) => {
    let saved: ArrayLike<number> = [];
    const { address } = DEPLOYMENT.stakePool;
    t.after(() => changeData(world, address, () => saved));
    changeData(world, address, (data) => {
      saved = data;
      return [];
    });
    const limits = await ask(`?wallet=${NOBODY}`);
    for (const key of ['sol-liquid-stake', 'sol-leveraged-stake']) {
      const { isOpen, closedReason, wallet, unstake, stake } = find(limits, key);
      assert.deepEqual([isOpen, closedReason?.code], [false, 'POOL_NOT_FOUND']);
      assert.deepEqual([wallet, unstake, stake.most, stake.capacityLeft], [null, [], null, null]);
    }
    for (const key of ['sol-native-stake', 'usdc-earn']) assert.equal(find(limits, key).isOpen, true);
  });
});

test('limits follow what the operator lets through', async (t) => {
  const environment = {
    COMING_SOON: 'sol-leveraged-stake',
    VALUE_LIMITS: 'sol-liquid-stake.transaction=2.5,usdc-earn.hour=70,sol-native-stake.transaction=0.5',
  };
  const limited = createCalls(await startReplica(t, world.sandbox, environment, { clock }));
  const { address } = await makeSandboxWallet(world, { sol: '9', usdc: '100' });
  const limits = await ask(`?wallet=${address}`, limited);
  const [leveraged, liquid, usdc, native] = [
    'sol-leveraged-stake',
    'sol-liquid-stake',
    'usdc-earn',
    'sol-native-stake',
  ].map((key) => find(limits, key));
  assert.deepEqual([leveraged?.isOpen, leveraged?.closedReason?.code], [false, 'STRATEGY_NOT_LIVE']);
  assert.equal(liquid?.stake.most?.amount, '2.5');
  assert.equal(liquid?.wallet?.max.amount, '2.5');
  assert.equal(usdc?.stake.most?.amount, '70');
  assert.equal(usdc?.wallet?.max.amount, '70');
  // No delegation is as small as what the operator takes.
  assert.deepEqual([native?.isOpen, native?.closedReason?.code], [false, 'AMOUNT_ABOVE_LIMIT']);
  assert.equal(native?.wallet?.max.amount, '0');
});

test('the limits of a wallet cost one call, and none while they were just asked for', async (t) => {
  const own = createHastyClock();
  const counted = await startCounted(t, world, own);
  const { address } = await makeSandboxWallet(world, { sol: '1' });
  const path = `/limits?wallet=${address}`;
  const count = () => counted.calls.filter((call) => call.includes(address)).length;
  await Promise.all([counted.get(path), counted.get(path), counted.get(`${path}&strategy=usdc-earn`)]);
  assert.equal(count(), 1);
  const genesis = () => counted.calls.filter((call) => call.includes('getGenesisHash')).length;
  const asked = genesis();
  own.pass(2_001);
  await counted.get(path);
  assert.deepEqual([count(), genesis()], [2, asked]);
});
