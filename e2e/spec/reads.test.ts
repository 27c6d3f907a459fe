import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import {
  LeveragedStrategyAnswer,
  LiquidStrategyAnswer,
  NativeStrategyAnswer,
  StrategyListAnswer,
  UsdcStrategyAnswer,
} from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, createCalls, DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after }, { COMMIT: 'abc1234' });

/** % a year of raSOL: what its stake earns, on the part of the pool that is staked, less the pool's fee of it. */
function earnedByPool(native: number): number {
  const { ledger } = world.sandbox;
  const pool = STAKE_POOL_CODEC.decode(
    ledger.findAccount(DEPLOYMENT.stakePool.address)?.data ?? assert.fail(),
  );
  const reserve = ledger.bank.getLamports(pool.reserveStake);
  const staked = Number(pool.totalLamports - reserve) / Number(pool.totalLamports);
  const { numerator, denominator } = pool.epochFee;
  const kept = 1 - Number(numerator) / Number(denominator);
  return (Math.exp(Math.log1p(native / 100) * staked * kept) - 1) * 100;
}

const NATIVE_APY = 6.235;
const RATED: readonly (readonly [key: string, apy: number, rate: number | null])[] = [
  ['sol-native-stake', NATIVE_APY, null],
  ['sol-liquid-stake', earnedByPool(NATIVE_APY), 1.0723],
  ['usdc-earn', 5.6, 1.0312],
];

test('list and detail have the figures of the ledger', async () => {
  const { strategies } = (await world.get('/strategies')).body;
  const listed = new Map(strategies.map(({ key, live }: { key: string; live: object }) => [key, live]));
  for (const [key, apy, rate] of RATED) {
    const { live, status } = (await world.get(`/strategies/${key}`)).body.strategy;
    assert.equal(status, 'live');
    assert.deepEqual(listed.get(key), live);
    assert.ok(Math.abs(live.apy - apy) < 0.005, `${key}: ${live.apy}`);
    if (rate === null) assert.equal(live.exchangeRate, null);
    else assert.ok(Math.abs(live.exchangeRate - rate) < 1e-9, `${key}: ${live.exchangeRate}`);
  }
});

test('the detail is of this moment, the list of a few minutes', async (t) => {
  const moving = await startWorld(t);
  const findRate = (strategies: readonly { key: string; live: { exchangeRate: number } }[]) =>
    strategies.find(({ key }) => key === 'usdc-earn')?.live.exchangeRate;
  const before = findRate((await moving.get('/strategies')).body.strategies);
  await advanceEpochs(moving, 1);
  assert.equal(findRate((await moving.get('/strategies')).body.strategies), before);
  const { exchangeRate } = (await moving.get('/strategies/usdc-earn')).body.strategy.live;
  assert.ok(exchangeRate > (before ?? 0));
  assert.equal(findRate((await moving.get('/strategies')).body.strategies), exchangeRate);
});

test('the exchange rate is the quotient of what the ledger says, to the last digit', async () => {
  const { pool, findAccount } = world.sandbox.ledger;
  const account = findAccount(pool.stakePool);
  assert.ok(account);
  const { totalLamports, poolTokenSupply } = STAKE_POOL_CODEC.decode(account.data);
  const { exchangeRate } = (await world.get('/strategies/sol-liquid-stake')).body.strategy.live;
  // The nearest double to the quotient: neither neighbour is nearer.
  const distance = (rate: number) => {
    const scaled = BigInt(Math.round(rate * 2 ** 52)) * poolTokenSupply - totalLamports * 2n ** 52n;
    return scaled < 0n ? -scaled : scaled;
  };
  for (const neighbour of [exchangeRate - 2 ** -52, exchangeRate + 2 ** -52]) {
    assert.ok(distance(exchangeRate) <= distance(neighbour));
  }
});

test('the detail of native staking names the validator it delegates to', async () => {
  const answer = await world.get('/strategies/sol-native-stake');
  assertOk(answer, NativeStrategyAnswer);
  assert.deepEqual(answer.body.strategy.onchain, {
    validatorVoteAccount: DEPLOYMENT.voteAccount,
    assetMint: DEPLOYMENT.solMint,
  });
  assert.deepEqual(answer.body.strategy.actions.stake.kinds, ['delegate']);
  assert.deepEqual(answer.body.strategy.actions.unstake.kinds, ['deactivate', 'instant']);
});

test('the detail of liquid staking names its receipt', async () => {
  const answer = await world.get('/strategies/sol-liquid-stake');
  assertOk(answer, LiquidStrategyAnswer);
  assert.deepEqual(answer.body.strategy.onchain, {
    assetMint: DEPLOYMENT.solMint,
    receiptMint: DEPLOYMENT.rasolMint,
    receiptSymbol: 'raSOL',
  });
});

test('the detail of leveraged staking names what goes in and what comes out', async () => {
  const answer = await world.get('/strategies/sol-leveraged-stake');
  assertOk(answer, LeveragedStrategyAnswer);
  assert.deepEqual(answer.body.strategy.onchain, {
    assetMint: DEPLOYMENT.solMint,
    depositMint: DEPLOYMENT.rasolMint,
    receiptMint: DEPLOYMENT.rasolMaxMint,
    receiptSymbol: 'raSOL Max',
  });
});

test('the detail of the USDC vault names vault and receipt', async () => {
  const answer = await world.get('/strategies/usdc-earn');
  assertOk(answer, UsdcStrategyAnswer);
  assert.deepEqual(answer.body.strategy.onchain, {
    assetMint: DEPLOYMENT.usdcMint,
    receiptMint: DEPLOYMENT.rausdcMint,
    receiptSymbol: 'raUSDC',
    vault: DEPLOYMENT.usdcVault,
  });
});

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
test('a strategy that the operator holds back is listed, and 503 on every other endpoint', async (t) => {
  const strategy = 'sol-leveraged-stake';
  const held = createCalls(await startReplica(t, world.sandbox, { COMING_SOON: strategy }));
  const list = await held.get('/strategies');
  assertOk(list, StrategyListAnswer);
  assert.equal(list.body.strategies[2].status, 'coming_soon');
  const body = { strategy, wallet: WALLET, amount: '1', kind: 'instant' };
  const answers = [
    await held.get(`/strategies/${strategy}`),
    await held.get(`/apy/history?strategy=${strategy}`),
    await held.post('/stake', body),
    await held.post('/unstake', body),
    await held.post('/quote', body),
  ];
  for (const answer of answers) {
    assertProblem(answer, {
      slug: 'service_unavailable',
      code: 'STRATEGY_NOT_LIVE',
      detail: new RegExp(`"${strategy}" is announced`),
    });
    assert.match(String(answer.headers['retry-after']), /^[0-9]+$/);
  }
});
