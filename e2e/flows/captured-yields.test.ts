import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Address, lamports } from '@solana/kit';
import { HistoryAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { changeVault } from '../change-account.ts';
import { DEPLOYMENT, setFault, startWorld, type World } from '../world.ts';

const POOL_LOSS = 40_000_000_000n;

type Point = { readonly date: string; readonly apy: number };

async function read(world: World, strategy: string, range: string) {
  const answer = await world.get(`/apy/history?strategy=${strategy}&range=${range}`);
  assertOk(answer, HistoryAnswer);
  const points: readonly Point[] = answer.body.points;
  return { points, complete: answer.headers['x-history-complete'] };
}

async function liveEpochs(world: World, count: number, live: () => void = () => undefined): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    live();
    world.sandbox.ledger.advanceEpochs(1);
    await world.service.captureYield();
  }
}

/** A vault loses a tenth of a per cent, which is more than an epoch earns. */
function shrinkVault(world: World, vault: Address): void {
  changeVault(world, vault, (before) => ({
    ...before,
    asset: { ...before.asset, totalValue: (before.asset.totalValue * 998n) / 1_000n },
  }));
}

/** The pool loses lamports of its reserve, as many each time. */
function shrinkPool({ sandbox }: World): void {
  const { bank, pool } = sandbox.ledger;
  const reserve = bank.findAccount(pool.reserveStake);
  assert.ok(reserve !== undefined);
  bank.setAccount({ ...reserve, lamports: lamports(reserve.lamports - POOL_LOSS) });
}

const LOSSES: readonly (readonly [strategy: string, lose: (world: World) => void])[] = [
  ['sol-leveraged-stake', (world) => shrinkVault(world, DEPLOYMENT.leveraged.vault)],
  ['usdc-earn', (world) => shrinkVault(world, DEPLOYMENT.usdcVault)],
  ['sol-liquid-stake', shrinkPool],
];

describe('ten epochs of losses', () => {
  const stops: (() => Promise<void>)[] = [];
  let world: World;
  before(async () => {
    world = await startWorld({ after: (stop) => stops.push(stop) });
    await liveEpochs(world, 1);
    await liveEpochs(world, 10, () => {
      for (const [, lose] of LOSSES) lose(world);
    });
  });
  after(async () => {
    for (const stop of stops) await stop();
  });
  for (const [strategy] of LOSSES) {
    test(`of ${strategy} are ten points below zero`, async () => {
      const { points } = await read(world, strategy, '1M');
      const last = points.slice(-10).map(({ apy }) => apy);
      assert.equal(last.length, 10);
      for (const apy of last) assert.ok(apy < 0 && apy >= -100, JSON.stringify(last));
      const { live } = (await world.get(`/strategies/${strategy}`)).body.strategy;
      // That of the vault of USDC is the provider's word on a week.
      if (strategy !== 'usdc-earn') assert.ok(live.apy < 0, `${live.apy}`);
    });
  }
});

test('a hundred captured epochs outlive a source that keeps eighty', async (t) => {
  const world = await startWorld(t);
  await liveEpochs(world, 100);
  const known = new Map<string, readonly Point[]>();
  for (const strategy of ['sol-native-stake', 'sol-liquid-stake']) {
    known.set(strategy, (await read(world, strategy, 'All')).points.slice(-99));
  }
  await setFault(world, 'apy', { mode: 'short' });
  await setFault(world, 'router', { mode: 'short' });
  for (const [strategy, before] of known) {
    const { points, complete } = await read(world, strategy, 'All');
    // Of the first epoch only its end was seen; a native yield needs no two looks.
    assert.ok(points.length >= 99 && points.length <= 101, `${strategy}: ${points.length}`);
    assert.equal(complete, 'true');
    for (const { date, apy } of before) {
      const point = points.find((each) => each.date === date);
      assert.ok(point !== undefined && Math.abs(point.apy / apy - 1) < 0.01, `${strategy} ${date}`);
    }
    assert.equal((await read(world, strategy, '3M')).complete, 'true');
    assert.equal((await read(world, strategy, '6M')).complete, 'false');
  }
  const leveraged = await read(world, 'sol-leveraged-stake', 'All');
  assert.equal(leveraged.points.length, 12);
  assert.equal(leveraged.complete, 'false');
});

test('a range that the source does not cover says so', async (t) => {
  const world = await startWorld(t);
  await setFault(world, 'apy', { mode: 'short' });
  assert.equal((await read(world, 'sol-native-stake', '1M')).complete, 'true');
  assert.equal((await read(world, 'sol-native-stake', '3M')).complete, 'false');
  assert.equal((await read(world, 'usdc-earn', '6M')).complete, 'true');
  assert.equal((await read(world, 'sol-leveraged-stake', '1M')).complete, 'false');
});
