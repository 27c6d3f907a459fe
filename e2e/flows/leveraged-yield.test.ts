import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { address, lamports } from '@solana/kit';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { startRpcNode } from '@staking-agent/sandbox';
import {
  HistoryAnswer,
  LeveragedQuoteAnswer,
  LeveragedStakeAnswer,
  LeveragedStrategyAnswer,
} from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { createCleanup, createFundedWallet, DEPLOYMENT, send, startWorld, type World } from '../world.ts';
import { liveEpochs } from './outlive-source.ts';

const LEVERAGED = 'sol-leveraged-stake';
const YEAR = 365 * 86_400_000;

async function history(world: World, range = '1M') {
  const answer = await world.get(`/apy/history?strategy=${LEVERAGED}&range=${range}`);
  assertOk(answer, HistoryAnswer);
  return answer.body.points as { date: string; apy: number }[];
}

async function live(world: World): Promise<{ apy: number | null; exchangeRate: number | null }> {
  const answer = await world.get(`/strategies/${LEVERAGED}`);
  assertOk(answer, LeveragedStrategyAnswer);
  return answer.body.strategy.live;
}

test('twelve epochs lived through are twelve points, the same for every range', async (t) => {
  // Given a world that is as old as one that npm start makes
  const world = await startWorld(t, {}, Date, { epochsBehind: 12 });

  // When the history is asked for, then it has a point for each of them
  const points = await history(world);
  assert.equal(points.length, 12);
  for (const range of ['3M', '6M', 'All']) assert.deepEqual(await history(world, range), points);
  const dates = points.map(({ date }) => date);
  assert.deepEqual(dates, [...new Set(dates)].sort());
  const age = Date.now() - Date.parse(dates.at(-1) ?? '');
  assert.ok(age >= 0 && age < 3 * 86_400_000, `${age}`);

  // And the newest of them is what list and detail say
  const { apy, exchangeRate } = await live(world);
  assert.ok(apy !== null && exchangeRate !== null);
  assert.equal(Math.round(apy * 100) / 100, points.at(-1)?.apy);
  const { strategies } = (await world.get('/strategies')).body;
  assert.deepEqual(strategies[2].live, { apy, exchangeRate });

  // And more epochs push the oldest out
  await liveEpochs(world, 3);
  const later = await history(world);
  assert.equal(later.length, 12);
  assert.equal(later[0]?.date, dates[3]);
});

test('what a deposit grows by in SOL is what the APY said, within 1 % of it', async (t) => {
  const world = await startWorld(t);
  const wallet = await createFundedWallet(world, '20');
  const build = await world.post('/stake', { strategy: LEVERAGED, wallet: wallet.address, amount: '10' });
  assertOk(build, LeveragedStakeAnswer);
  await land(world, wallet, build.body);
  // The worth in SOL by what the vault would pay for all of it, and the pool's price.
  const worth = async () => {
    const amount = String(
      Number(await createLedgerClient(world).tokens(wallet.address, DEPLOYMENT.rasolMaxMint)) / 1e9,
    );
    const quoted = await world.post('/quote', { strategy: LEVERAGED, wallet: wallet.address, amount });
    assertOk(quoted, LeveragedQuoteAnswer);
    const { pool, findAccount } = world.sandbox.ledger;
    const { data } = findAccount(pool.stakePool) ?? assert.fail();
    const { totalLamports, poolTokenSupply } = STAKE_POOL_CODEC.decode(data);
    return (Number(quoted.body.outAmount) * Number(totalLamports)) / Number(poolTokenSupply);
  };
  const time = () => Number(world.sandbox.ledger.blocks.tip().unixMilliseconds);

  await liveEpochs(world, 1);
  const [was, from] = [await worth(), time()];
  await liveEpochs(world, 4);
  const [is, to] = [await worth(), time()];

  const realised = ((is / was) ** (YEAR / (to - from)) - 1) * 100;
  const { apy } = await live(world);
  assert.ok(apy !== null && Math.abs(realised / apy - 1) < 0.01, `${realised} % earned, ${apy} % said`);
  t.diagnostic(`${realised.toFixed(4)} % earned, ${apy.toFixed(4)} % said`);
});

describe('what is captured', () => {
  let world: World;
  const cleanup = createCleanup();
  before(async () => {
    world = await startWorld(cleanup);
    await liveEpochs(world, 2);
  });

  test('is nothing while rewards are being paid out', async () => {
    const known = await history(world);
    world.sandbox.ledger.advanceEpochs(1);
    const { bank } = world.sandbox.ledger;
    // The sysvar: 80 bytes, then whether rewards are being paid out.
    const setPaying = (paying: number) =>
      bank.setAccount({
        address: address('SysvarEpochRewards1111111111111111111111111'),
        programAddress: address('Sysvar1111111111111111111111111111111111111'),
        data: Uint8Array.of(...new Uint8Array(80), paying),
        executable: false,
        lamports: lamports(1_000_000n),
        space: 81n,
      });
    setPaying(1);
    await world.service.captureYield();
    assert.deepEqual(await history(world), known);
    setPaying(0);
    await world.service.captureYield();
    assert.equal((await history(world)).length, known.length + 1);
  });

  test('is nothing that one of two nodes alone says', async (t) => {
    const other = await startRpcNode(world.sandbox.ledger);
    const replica = await startReplica(t, world.sandbox, {
      LEDGER_RPC_URLS: `${world.sandbox.url},${other.url}`,
    });
    const points = async () =>
      (await send('GET', `${replica.url}/api/v1/apy/history?strategy=${LEVERAGED}`)).body.points.length;
    for (const captured of [0, 1]) {
      await replica.captureYield();
      assert.equal(await points(), captured);
      world.sandbox.ledger.advanceEpochs(1);
    }
    await other.close();
    await replica.captureYield();
    assert.equal(await points(), 1);
  });

  test('is nothing before the pool has been updated', async () => {
    await world.service.captureYield();
    const known = await history(world);
    world.sandbox.ledger.advanceEpochs(1, { updatePool: false });
    await world.service.captureYield();
    assert.deepEqual(await history(world), known);
    assert.ok((await live(world)).apy !== null);
  });
});
