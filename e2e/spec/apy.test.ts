import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HistoryAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, send, setFault, startWorld } from '../world.ts';

const world = await startWorld({ after });

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
