import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { META_RESERVE } from './pool-steps.ts';
import { send } from './send.ts';
import { DEPLOYMENT } from './start-test-sandbox.ts';

const { rasolMint: RASOL, voteAccount: OPERATOR } = DEPLOYMENT;
const EPOCH_MILLISECONDS = 86_400_000;
const EPOCHS_PER_YEAR = 365;
const STRANGER = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

async function start(t: TestContext) {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0, slotMilliseconds: 60_000 });
  t.after(() => sandbox.close());
  const get = (path: string) => send(`${sandbox.url}${path}`, 'GET');
  return {
    sandbox,
    get,
    apys: async (limit = 10) => (await get(`/router/lsts/${RASOL}/apys?apiKey=k&limit=${limit}`)).body.data,
    validator: async (epochs = 10) =>
      (await get(`/apy/validators?query_vote_accounts=${OPERATOR}&epochs=${epochs}`)).body.validators[0],
  };
}

function poolRate({ ledger }: Sandbox): number {
  const account = ledger.findAccount(ledger.pool.stakePool);
  assert.ok(account);
  const { totalLamports, poolTokenSupply } = STAKE_POOL_CODEC.decode(account.data);
  return Number(totalLamports) / Number(poolTokenSupply);
}

describe('yields by epoch', () => {
  test('of raSOL are what its redemption rate grew by, and dates follow the epochs', async (t) => {
    const { sandbox, apys } = await start(t);
    const [before] = await apys(1);
    assert.equal(before.epoch, 1035);
    const rates = [poolRate(sandbox)];
    for (let i = 0; i < 3; i += 1) {
      sandbox.ledger.advanceEpochs(1);
      rates.push(poolRate(sandbox));
    }
    const newest = (await apys(4)).toReversed();
    assert.deepEqual(
      newest.map((entry: { epoch: number }) => entry.epoch),
      [1035, 1036, 1037, 1038],
    );
    for (const [i, { apy, epochEndTs }] of newest.slice(1).entries()) {
      const growth = (rates[i + 1] ?? 0) / (rates[i] ?? 1);
      assert.ok(Math.abs(growth ** EPOCHS_PER_YEAR - 1 - apy) < 1e-9, `${growth} ${apy}`);
      assert.equal(epochEndTs, newest[0].epochEndTs + (i + 1) * EPOCH_MILLISECONDS);
    }
    assert.ok(newest[3].apy > 0.055 && newest[3].apy < 0.065);
  });

  test('of the operator are what its stake was paid; the running epoch has none', async (t) => {
    const { sandbox, validator } = await start(t);
    sandbox.ledger.advanceEpochs(2);
    const [running, ended] = (await validator()).epoch_stats;
    assert.deepEqual([running.epoch, running.epoch_end_at, running.apy], [1038, null, null]);
    const reward = sandbox.ledger.rewards.get(1037n)?.byAddress.get(sandbox.ledger.pool.validatorStake);
    assert.ok(reward);
    assert.ok(reward.revenue > 0n && reward.revenue < reward.lamports / 10n);
    const earned = reward.lamports + reward.revenue;
    const perEpoch = Number(earned) / Number(reward.postBalance - earned - META_RESERVE);
    assert.ok(Math.abs((1 + perEpoch) ** EPOCHS_PER_YEAR - 1 - ended.apy) < 1e-9);
    assert.match(ended.epoch_end_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('an epoch in which nobody updated the pool yields nothing to raSOL, and the next one twice', async (t) => {
    const { sandbox, apys } = await start(t);
    sandbox.ledger.advanceEpochs(1, { updatePool: false });
    sandbox.ledger.advanceEpochs(1);
    const [double, none, usual] = await apys(3);
    assert.equal(none.apy, 0);
    assert.ok(Math.abs(Math.log1p(double.apy) / Math.log1p(usual.apy) - 2) < 0.01);
  });
});

describe('refusals of the sources', () => {
  const cases: readonly (readonly [path: string, status: number, error: RegExp])[] = [
    [`/router/lsts/${RASOL}/apys?limit=5`, 401, /Missing API key/],
    ['/router/lsts/nothing/apys?apiKey=k', 404, /LST nothing not found/],
    [`/router/lsts/${DEPLOYMENT.usdcMint}/apys?apiKey=k`, 404, /not found/],
    [`/router/lsts/${RASOL}/apys?apiKey=k&limit=-1`, 400, /limit must be an integer from 0 to 500/],
    [`/router/lsts/${RASOL}/apys?apiKey=k&limit=501`, 400, /limit must be an integer from 0 to 500/],
    [`/router/lsts/${RASOL}/apys?apiKey=k&limit=1&limit=2`, 400, /limit must be given once/],
    ['/apy/validators?epochs=ten', 400, /epochs must be an integer from 0/],
    ['/apy/validators?limit=1.5', 400, /limit must be an integer from 0/],
    ['/apy/nothing', 404, /not found/i],
  ];
  for (const [path, status, error] of cases) {
    test(path.replaceAll(RASOL, 'raSOL'), async (t) => {
      const { get } = await start(t);
      const answer = await get(path);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, error);
    });
  }

  test('a validator it does not know is not in the list, nor one beyond the page', async (t) => {
    const { get } = await start(t);
    for (const query of [`query_vote_accounts=${STRANGER}`, 'offset=1', 'limit=0']) {
      assert.deepEqual((await get(`/apy/validators?${query}`)).body.validators, [], query);
    }
    assert.equal(
      (await get(`/apy/validators?query_vote_accounts=${STRANGER},${OPERATOR}`)).body.validators.length,
      1,
    );
  });
});
