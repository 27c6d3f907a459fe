import assert from 'node:assert/strict';
import type { HistoryRow } from '@staking-agent/wire';
import { createRandom } from './adversarial/random.ts';
import { listEntered, liveOn, readFeed, readHoldings, readList, startLife, sumUp } from './life.ts';
import { advanceEpochs, type World } from './world.ts';

/** Lives a life of chance over so many epochs, and holds its history to the ledger: read as a list, and as a feed. */
export async function assertLife(world: World, seed: number, epochs: number): Promise<HistoryRow[]> {
  const random = createRandom(seed);
  const life = await startLife(world, random);
  const entered: string[] = [];
  for (let left = epochs; left > 0; left -= 1) {
    await liveOn(life, random.below(7));
    await advanceEpochs(world, 1);
    entered.push(...(await listEntered(life, BigInt(world.sandbox.ledger.epoch()))));
  }
  await liveOn(life, random.below(7));
  world.sandbox.ledger.advanceSlots(2);
  const list = await readList(life);
  assert.deepEqual(sumUp(list), await readHoldings(life), `seed ${seed}: the rows add up to the ledger`);
  assert.deepEqual(listDates(list), entered.toSorted(), `seed ${seed}: dates are those of the accounts`);
  const feed = await readFeed(life);
  assert.deepEqual(
    feed.map(print).toSorted(),
    list.map(print).toSorted(),
    `seed ${seed}: the feed is the list`,
  );
  assert.equal(new Set(list.map(({ cursor }) => cursor)).size, list.length);
  return list;
}

const listDates = (rows: readonly HistoryRow[]) =>
  rows
    .filter(({ known, signature }) => known === 'computed' && signature === null)
    .map(({ account, type, epoch }) => `${account} ${type} ${epoch}`)
    .toSorted();

// The time of a block moves with the sandbox's.
const print = ({ time: _time, ...row }: HistoryRow) => JSON.stringify(row);
