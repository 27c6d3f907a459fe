import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import {
  HistoryAnswer,
  LeveragedStrategyAnswer,
  LiquidStrategyAnswer,
  NativeStakeAnswer,
  NativeStrategyAnswer,
  StrategyListAnswer,
  UsdcStrategyAnswer,
} from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import {
  advanceEpochs,
  createCalls,
  createFundedWallet,
  DEPLOYMENT,
  send,
  setFault,
  startWorld,
} from '../world.ts';

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

/** Schemas of the answers that describe a strategy's state on the ledger, by strategy. */
const ONCHAIN = {
  'sol-native-stake': [
    NativeStrategyAnswer,
    { validatorVoteAccount: DEPLOYMENT.voteAccount, assetMint: DEPLOYMENT.solMint },
  ],
  'sol-liquid-stake': [
    LiquidStrategyAnswer,
    { assetMint: DEPLOYMENT.solMint, receiptMint: DEPLOYMENT.rasolMint, receiptSymbol: 'raSOL' },
  ],
  'sol-leveraged-stake': [
    LeveragedStrategyAnswer,
    {
      ...{ assetMint: DEPLOYMENT.solMint, depositMint: DEPLOYMENT.rasolMint },
      ...{ receiptMint: DEPLOYMENT.rasolMaxMint, receiptSymbol: 'raSOL Max' },
    },
  ],
  'usdc-earn': [
    UsdcStrategyAnswer,
    {
      ...{ assetMint: DEPLOYMENT.usdcMint, vault: DEPLOYMENT.usdcVault },
      ...{ receiptMint: DEPLOYMENT.rausdcMint, receiptSymbol: 'raUSDC' },
    },
  ],
} as const;

for (const [key, [schema, onchain]] of Object.entries(ONCHAIN)) {
  test(`the detail of ${key} names what it is on the ledger`, async () => {
    const answer = await world.get(`/strategies/${key}`);
    assertOk(answer, schema);
    assert.deepEqual(answer.body.strategy.onchain, onchain);
  });
}

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

/** The native detail, once the validator is known. */
async function detail(url: string) {
  for (;;) {
    const answer = await send('GET', `${url}/api/v1/strategies/sol-native-stake`);
    assertOk(answer, NativeStrategyAnswer);
    const { validator } = answer.body.strategy;
    if (validator !== null) return validator;
  }
}

async function stakeNotes(url: string): Promise<string> {
  const wallet = await createFundedWallet(world, '3');
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '2' };
  const answer = await send('POST', `${url}/api/v1/stake`, body);
  assertOk(answer, NativeStakeAnswer);
  return answer.body.notes;
}

test('the native detail says what the ledger says of the validator, beside onchain', async () => {
  const { url } = world.service;
  const { delinquent, commissionPercent, commissionPercentBefore, activatedStake } = await detail(url);
  assert.deepEqual([delinquent, commissionPercent, commissionPercentBefore], [false, 5, null]);
  assert.match(activatedStake, /^\d+(\.\d{1,9})?$/);
  assert.doesNotMatch(await stakeNotes(url), /delinquent|commission/);
});

test('a delinquent validator is told in the detail and in the stake answer', async (t) => {
  const node = await startLyingNode(t, world.sandbox.url);
  node.tell((answer) => {
    if (answer.method !== 'getVoteAccounts') return;
    answer.result = { current: [], delinquent: answer.result.current };
  });
  const { url } = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url });
  assert.equal((await detail(url)).delinquent, true);
  assert.match(await stakeNotes(url), / The validator is delinquent: it has not voted lately/);
});

test('a figure whose source fails is null in the detail and in the list, which keeps its entry, until it is back', async (t) => {
  const own = createCalls(await startReplica(t, world.sandbox, {}));
  const detailed = async () => (await own.get('/strategies/sol-liquid-stake')).body.strategy.live.apy;
  const listed = async () => {
    const answer = await own.get('/strategies');
    assertOk(answer, StrategyListAnswer);
    return answer.body.strategies.map(({ live }: { live: { apy: number | null } }) => live.apy);
  };
  const [before, all] = [await detailed(), await listed()];
  assert.ok(before > 5);
  t.after(() => setFault(world, 'router', { mode: 'none' }));
  await setFault(world, 'router', { mode: '500', method: 'lsts/apys' });
  assert.equal(await detailed(), null);
  assert.deepEqual(await listed(), all.with(1, null));
  await setFault(world, 'router', { mode: 'none' });
  assert.equal(await detailed(), before);
  assert.deepEqual(await listed(), all);
});

/* Figures whose sources fail, and the points of a range: packages/api/src/yields. */
test('a source that cannot be reached is 502 for its strategy alone', async (t) => {
  t.after(() => setFault(world, 'router', { mode: 'none' }));
  const broken = await startReplica(t, world.sandbox, {});
  const ask = (strategy: string) => send('GET', `${broken.url}/api/v1/apy/history?strategy=${strategy}`);
  await setFault(world, 'router', { mode: 'refuse' });
  assertProblem(await ask('sol-liquid-stake'), {
    slug: 'upstream_error',
    code: 'APY_UNAVAILABLE',
    detail: /APY provider of sol-liquid-stake is not answering/,
  });
  assertOk(await ask('usdc-earn'), HistoryAnswer);
});

const DAY = 86_400_000;

test('the history grows as epochs end, a point each day', async () => {
  const dates = async (strategy: string): Promise<string[]> => {
    const { body } = await world.get(`/apy/history?strategy=${strategy}&range=All`);
    return body.points.map(({ date }: { date: string }) => date);
  };
  for (const strategy of ['sol-native-stake', 'sol-liquid-stake', 'usdc-earn']) {
    const before = (await dates(strategy)).at(-1) ?? '';
    await advanceEpochs(world, 3);
    const grown = (Date.parse((await dates(strategy)).at(-1) ?? '') - Date.parse(before)) / DAY;
    // The epoch that runs at the start is a third over.
    assert.ok(grown >= 2 && grown <= 3, `${strategy}: ${grown} days`);
  }
});
