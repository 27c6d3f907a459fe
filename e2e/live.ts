import assert from 'node:assert/strict';
import { type HistoryRow, PositionsAnswer } from '@staking-agent/wire';
import { createRandom } from './adversarial/random.ts';
import { assertOk } from './assert-answer.ts';
import { configureVault } from './change-account.ts';
import { readFeed, startBalancer } from './feed.ts';
import { listEntered, liveOn, readHoldings, readList, startLife, sumUp } from './life.ts';
import { passSlots } from './pass-slots.ts';
import { advanceEpochs, type Cleanup, DEPLOYMENT, type World } from './world.ts';

/**
 * Lives a life of chance over so many epochs, and holds its history to the ledger: read as a list, and as a feed in pieces, from
 * two replicas.
 */
export async function assertLife(
  t: Cleanup,
  world: World,
  seed: number,
  epochs: number,
): Promise<HistoryRow[]> {
  const random = createRandom(seed);
  const life = await startLife(world, random);
  const entered: string[] = [];
  for (let left = epochs; left > 0; left -= 1) {
    await liveOn(life, random.below(7));
    await advanceEpochs(world, 1);
    entered.push(...(await listEntered(life, BigInt(world.sandbox.ledger.epoch()))));
  }
  await liveOn(life, random.below(7));
  // A request that waits for seconds would have its date between two readings.
  await passSlots(world, 110);
  configureVault(world, DEPLOYMENT.usdcVault, { withdrawalWaitingPeriod: 0n });
  const list = await readList(life);
  assert.deepEqual(sumUp(list), await readHoldings(life), `seed ${seed}: the rows add up to the ledger`);
  assert.deepEqual(listDates(list), entered.toSorted(), `seed ${seed}: dates are those of the accounts`);
  assertClaimable(list, seed);
  const feed = await readFeed(life, list.length, await startBalancer(t, world));
  assert.deepEqual(feed.map(print), list.map(print).toReversed(), `seed ${seed}: the feed is the list`);
  await assertEarned(world, life.wallet.address, list, seed);
  assert.equal(new Set(list.map(({ cursor }) => cursor)).size, list.length);
  return list;
}

/** Holds what was earned to what is held, and of stake to the rewards; without a rate, of a gift nothing is said. */
async function assertEarned(world: World, wallet: string, list: readonly HistoryRow[], seed: number) {
  const answer = await world.get(`/wallets/${wallet}/positions?include=earned`);
  assertOk(answer, PositionsAnswer);
  const { earned = [], totals }: PositionsAnswer = answer.body;
  assert.deepEqual(
    earned.map(({ strategy }) => strategy).toSorted(),
    [...new Set(list.filter(({ type }) => type !== 'failed').map(({ strategy }) => strategy))].toSorted(),
  );
  for (const asset of ['SOL', 'USDC']) {
    const held = earned.filter(({ balance }) => balance.asset === asset);
    const total = totals.find((each) => each.asset === asset)?.baseUnits ?? '0';
    assert.equal(add(held.map(({ balance }) => balance)), BigInt(total), `seed ${seed}: all is in ${asset}`);
  }
  for (const { strategy, balance, netDeposits, earned: gain, reason } of earned) {
    if (netDeposits === null || gain === null) assert.match(reason ?? '', /no rate of that epoch/);
    else
      assert.equal(add([netDeposits, gain]), BigInt(balance.baseUnits), `seed ${seed}: ${strategy} balances`);
    if (strategy !== 'sol-native-stake') continue;
    const paid = list.filter(({ type, known }) => type === 'reward' && known === 'ledger');
    assert.equal(
      add(gain === null ? [] : [gain]),
      add(paid.flatMap((row) => row.in)),
      `seed ${seed}: rewards`,
    );
  }
}

const add = (quantities: readonly { readonly baseUnits: string }[]) =>
  quantities.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n);

const listDates = (rows: readonly HistoryRow[]) =>
  rows
    .filter(
      ({ type, known, signature }) => known === 'computed' && type !== 'claimable' && signature === null,
    )
    .map(({ account, type, epoch }) => `${account} ${type} ${epoch}`)
    .toSorted();

/** Holds that nothing was claimed before it could be: as many dates as claims have come up to each of them. */
function assertClaimable(rows: readonly HistoryRow[], seed: number): void {
  const slotsOf = (type: HistoryRow['type']) =>
    rows
      .filter((row) => row.strategy === 'usdc-earn' && row.type === type)
      .map(({ slot }) => BigInt(slot))
      .toReversed();
  const dates = slotsOf('claimable');
  for (const [i, slot] of slotsOf('withdrawal').entries())
    assert.ok(dates[i] !== undefined && dates[i] <= slot, `seed ${seed}: claim ${i} has its date`);
}

// The time of a block moves with the sandbox's.
const print = ({ time: _time, ...row }: HistoryRow) => JSON.stringify(row);
