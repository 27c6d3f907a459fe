import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  HealthAnswer,
  LeveragedStrategyAnswer,
  LiquidStrategyAnswer,
  NativeStrategyAnswer,
  StrategyListAnswer,
  UsdcStrategyAnswer,
} from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after }, { COMMIT: 'abc1234' });

test('health says who answers', async () => {
  const answer = await world.get('/health');
  assertOk(answer, HealthAnswer);
  assert.deepEqual(
    { ...answer.body, time: '' },
    { ok: true, service: 'staking-agent-api', version: 'v1', commit: 'abc1234', time: '' },
  );
  assert.ok(Math.abs(Date.parse(answer.body.time) - Date.now()) < 5_000);
});

test('the list has the four strategies in order, each with its status', async () => {
  const answer = await world.get('/strategies');
  assertOk(answer, StrategyListAnswer);
  const rows = answer.body.strategies.map(({ key, asset, status }: Record<string, string>) => [
    key,
    asset,
    status,
  ]);
  assert.deepEqual(rows, [
    ['sol-native-stake', 'SOL', 'live'],
    ['sol-liquid-stake', 'SOL', 'live'],
    ['sol-leveraged-stake', 'SOL', 'live'],
    ['usdc-earn', 'USDC', 'live'],
  ]);
  for (const { live } of answer.body.strategies) assert.deepEqual(live, { apy: null, exchangeRate: null });
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
  const held = await startWorld(t, { COMING_SOON: strategy });
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

test('the history needs a strategy and one of the four ranges', async () => {
  assertProblem(await world.get('/apy/history'), {
    slug: 'invalid_request',
    code: 'FIELD_MISSING',
    detail: /1M, 3M, 6M, All/,
  });
  for (const range of ['', '1m', 'BAD', '1M%20', 'all', '%00']) {
    const answer = await world.get(`/apy/history?strategy=sol-native-stake&range=${range}`);
    assertProblem(answer, { slug: 'invalid_request', code: 'RANGE_INVALID', detail: /1M, 3M, 6M, All/ });
  }
  for (const query of ['strategy=a&strategy=b', 'strategy=sol-native-stake&range=1M&range=All']) {
    assertProblem(await world.get(`/apy/history?${query}`), { slug: 'invalid_request' });
  }
  assertProblem(await world.get('/apy/history?strategy=sol-native-stake&range=All'), {
    slug: 'upstream_error',
  });
});
