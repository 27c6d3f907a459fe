import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { getLeveragedPositionCodec, netPoolTokens } from '@staking-agent/chain/leverage';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { findVaultAssetIdleAuthPda } from '@staking-agent/chain/vault';
import { STRATEGY_KEYS, StrategyFactsAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, configureVault, setTokens } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { DEPLOYMENT, deployWith, setFault, setLedgerFault, startWorld, type World } from '../world.ts';

const EPOCHS = 10;
const LEVERAGED = 'sol-leveraged-stake';
const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock, { epochsBehind: EPOCHS });
const leveraged = DEPLOYMENT.leveraged ?? assert.fail('The sandbox has the leveraged vault.');
const position = leveraged.adaptor?.position ?? assert.fail('The sandbox has its position.');

/** Asks anew: answers are given again for two seconds. */
async function ask(key: string, at: World = world): Promise<StrategyFactsAnswer> {
  clock.pass(2_001);
  const answer = await at.get(`/strategies/${key}/facts`);
  assertOk(answer, StrategyFactsAnswer);
  return answer.body;
}

const dataOf = (address: Address) =>
  Buffer.from(world.sandbox.ledger.bank.findAccount(address)?.data ?? assert.fail(`${address} is there`));
const readPool = () => STAKE_POOL_CODEC.decode(dataOf(DEPLOYMENT.stakePool.address));
const readPosition = () => getLeveragedPositionCodec().decode(dataOf(position));

describe('refusals', () => {
  test('a ledger that does not answer', async (t) => {
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    clock.pass(2_001);
    await setLedgerFault(world, { mode: '500', method: 'getMultipleAccounts' });
    for (const key of STRATEGY_KEYS) {
      const answer = await world.get(`/strategies/${key}/facts`);
      assertProblem(answer, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
    }
  });

  test('a position that is not there, or is something else', async (t) => {
    const account = world.sandbox.ledger.bank.findAccount(position) ?? assert.fail();
    t.after(() => world.sandbox.ledger.bank.setAccount(account));
    changeData(world, position, (data) => data.with(0, 0));
    clock.pass(2_001);
    const answer = await world.get(`/strategies/${LEVERAGED}/facts`);
    assertProblem(answer, { slug: 'upstream_error', code: 'VAULT_ACCOUNT_NOT_FOUND' });
  });
});

describe('facts of every strategy', () => {
  for (const key of STRATEGY_KEYS) {
    test(`${key}: the APY of the list, its age, and what seven days brought within 1 % of it`, async () => {
      const { apy, strategy, programs } = await ask(key);
      assert.equal(strategy, key);
      const listed = (await world.get('/strategies')).body.strategies.find(
        (each: { key: string }) => each.key === key,
      );
      assert.equal(apy.percent, listed.live.apy.toFixed(4));
      assert.equal(apy.isStale, false);
      assert.doesNotMatch(apy.source, /[A-Z]_[A-Z]/, 'the name of a setting says nothing to a caller');
      assert.ok(apy.ageSeconds !== null && apy.readAt !== null);
      const week = apy.realised.find(({ days }) => days === '7') ?? assert.fail('Epochs were captured.');
      assert.equal(apy.realised.at(-1)?.days, 'all');
      const error = Number(week.percent) / Number(apy.percent) - 1;
      assert.ok(Math.abs(error) < 0.01, `${week.percent} earned, ${apy.percent} said`);
      const addresses = programs.map(({ address }) => address);
      assert.deepEqual(addresses, [...new Set(addresses)]);
      assert.ok(programs.length > 0);
    });
  }

  test('a source that is away leaves an APY that grows old, and then is none', async (t) => {
    t.after(() => setFault(world, 'apy', { mode: 'none' }));
    await setFault(world, 'apy', { mode: '500' });
    clock.pass(200_000);
    const old = await ask('sol-native-stake');
    assert.equal(old.apy.isStale, true);
    assert.notEqual(old.apy.percent, null);
    clock.pass(200_000);
    const none = await ask('sol-native-stake');
    assert.deepEqual([none.apy.percent, none.apy.isStale], [null, true]);
  });
});

describe('facts of the leveraged vault', () => {
  test('are those of its accounts', async () => {
    const { leverage, liquidity } = await ask(LEVERAGED);
    const [pool, { collateral, debt }] = [readPool(), readPosition()];
    const net = netPoolTokens({ collateral, debt }, pool);
    assert.ok(leverage);
    assert.deepEqual(
      [leverage.collateral, leverage.debt, leverage.net].map(({ baseUnits }) => BigInt(baseUnits)),
      [collateral, debt, net],
    );
    const multiple = Number(collateral) / Number(net);
    assert.ok(Math.abs(Number(leverage.multiple) - multiple) < 0.0001);
    const value = (Number(collateral) * Number(pool.totalLamports)) / Number(pool.poolTokenSupply);
    assert.ok(Math.abs(Number(leverage.loanToValuePercent) - (Number(debt) / value) * 100) < 0.001);
    assert.ok(Math.abs(Number(leverage.distancePercent) - (1 - Number(debt) / value) * 100) < 0.001);
    assert.ok(
      Math.abs(Number(leverage.worthlessBelowSolPerRasol) - Number(debt) / Number(collateral)) < 1e-8,
    );
    assert.equal(leverage.isCarryNegative, false);
    assert.ok(Number(leverage.borrowRatePercent) > 0);
    assert.equal(leverage.priceAgeEpochs, '0');
    assert.equal(leverage.exitNow, 'flash-bracket');
    const [most, idle] = [liquidity.instant, leverage.idleCovers].map((each) => BigInt(each?.baseUnits ?? 0));
    assert.ok(most !== undefined && idle !== undefined && most > idle && idle > 0n);
  });

  test('have the health of the loan at its lender, the price that ends it and what it costs', async (t) => {
    const loan = leveraged.loan ?? assert.fail('The sandbox names it.');
    const { leverage } = await ask(LEVERAGED);
    const [pool, { collateral, debt }] = [readPool(), readPosition()];
    const price = Number(pool.totalLamports) / Number(pool.poolTokenSupply);
    const health = (Number(collateral) * price * 0.8) / Number(debt);
    assert.ok(Math.abs(Number(leverage?.health) - health) < 0.0002, `${leverage?.health} of ${health}`);
    const least = Number(debt) / (Number(collateral) * 0.8);
    assert.ok(Math.abs(Number(leverage?.liquidationBelowSolPerRasol) - least) < 2e-9);
    assert.equal(leverage?.borrowRateNowPercent, (Math.expm1(0.0315) * 100).toFixed(4));
    const misnamed = { ...leveraged, loan: { ...loan, obligation: loan.debtReserve } };
    const lacking = await startWorld(t, deployWith(t, { leveraged: misnamed }), clock);
    const { leverage: other } = await ask(LEVERAGED, lacking);
    assert.notEqual(other?.debt, undefined);
    assert.deepEqual(
      [other?.health, other?.liquidationBelowSolPerRasol, other?.borrowRateNowPercent],
      [null, null, null],
    );
  });

  test('without idle funds say that they cover nothing', async (t) => {
    const [authority] = await findVaultAssetIdleAuthPda({ vault: leveraged.vault });
    const account = await findAssociatedTokenAddress(authority, DEPLOYMENT.rasolMint);
    const before = BigInt((await ask(LEVERAGED)).liquidity.idle?.baseUnits ?? 0);
    assert.ok(before > 0n);
    t.after(() => setTokens(world, account, before));
    setTokens(world, account, 0n);
    const { liquidity, leverage } = await ask(LEVERAGED);
    assert.equal(liquidity.idle?.baseUnits, '0');
    assert.equal(leverage?.idleCovers?.baseUnits, '0');
  });

  test('with withdrawals switched off say that none is possible', async (t) => {
    t.after(() => configureVault(world, leveraged.vault, { disabledOperations: 0 }));
    configureVault(world, leveraged.vault, { disabledOperations: 6 });
    const { liquidity, leverage } = await ask(LEVERAGED);
    assert.equal(leverage?.exitNow, null);
    assert.equal(liquidity.instant?.baseUnits, '0');
  });

  test('of a deployment that does not name the position have no leverage', async (t) => {
    const { adaptor, ...rest } = leveraged;
    assert.ok(adaptor);
    const lacking = await startWorld(t, deployWith(t, { leveraged: rest }), clock);
    const { leverage, liquidity } = await ask(LEVERAGED, lacking);
    assert.equal(leverage, null);
    assert.notEqual(liquidity.idle, null);
  });
});

describe('fees and capacity', () => {
  test('are those of the vault', async (t) => {
    const before = await ask('usdc-earn');
    assert.ok(BigInt(before.liquidity.capacityLeft?.baseUnits ?? 0) > 0n);
    t.after(() => configureVault(world, DEPLOYMENT.usdcVault, { maxCap: 2n ** 64n - 1n }));
    configureVault(world, DEPLOYMENT.usdcVault, { maxCap: 0n });
    assert.equal((await ask('usdc-earn')).liquidity.capacityLeft?.baseUnits, '0');
  });

  test('are those of the pool', async () => {
    const { fees } = await ask('sol-liquid-stake');
    const { solDepositFee, solWithdrawalFee } = readPool();
    for (const [kind, { numerator, denominator }] of [
      ['SOL deposit', solDepositFee],
      ['SOL withdrawal', solWithdrawalFee],
    ] as const) {
      const fee = fees.find((each) => each.kind === kind);
      assert.equal(Number(fee?.percent ?? 0), (Number(numerator) * 100) / Number(denominator));
    }
  });

  test('are the commission of the validator', async () => {
    const { validator } = (await world.get('/strategies/sol-native-stake')).body.strategy;
    const { fees } = await ask('sol-native-stake');
    assert.deepEqual(
      fees.map(({ kind, percent, by }) => [kind, percent, by]),
      [['commission', String(validator.commissionPercent), DEPLOYMENT.voteAccount]],
    );
  });
});
