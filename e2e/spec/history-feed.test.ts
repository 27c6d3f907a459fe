import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { HistoryRow } from '@staking-agent/wire';
import { createRandom } from '../adversarial/random.ts';
import { assertProblem } from '../assert-answer.ts';
import { readPage, startLife } from '../life.ts';
import { startReplica } from '../replica.ts';
import { createCalls, startWorld, type World } from '../world.ts';

const world = await startWorld({ after });
const replica = createCalls(
  await startReplica({ after }, world.sandbox, { LEDGER_RPC_URLS: world.sandbox.url, RATE_LIMITS: 'off' }),
);
const life = await startLife(world, createRandom(1));

/** Stakes, and returns the strategy, which is that of the row to come. */
async function stake(strategy: HistoryRow['strategy']): Promise<string> {
  await life.build('/stake', { strategy, amount: '20' });
  world.sandbox.ledger.advanceSlots(2);
  return strategy;
}
const print = ({ strategy, type }: HistoryRow) => `${strategy} ${type}`;

describe('a reader that waits', () => {
  const wait = (after: string | null, calls: Pick<World, 'get'> = world) =>
    readPage(calls, `${life.path}?after=${after}&wait=30`);

  test('gets what was at once, and then the next row, of any replica', async () => {
    await stake('usdc-earn');
    const old = await wait('0');
    assert.deepEqual(old.rows.map(print), ['usdc-earn deposit']);
    const waiting = Promise.all([wait(old.nextCursor), wait(old.nextCursor, replica)]);
    await stake('sol-liquid-stake');
    const [here, there] = await waiting;
    assert.deepEqual(here.rows, there.rows);
    assert.deepEqual(here.rows.map(print), ['sol-liquid-stake deposit']);
    const further = wait(here.nextCursor, replica);
    await stake('sol-native-stake');
    assert.deepEqual((await further).rows.map(print), ['sol-native-stake deposit']);
  });

  test('is told of too long a wait', async () => {
    const answer = await world.get(`${life.path}?after=1&wait=31`);
    assertProblem(answer, { slug: 'invalid_request', code: 'WAIT_INVALID' });
  });
});
