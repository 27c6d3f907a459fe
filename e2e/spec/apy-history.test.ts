import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HISTORY_RANGES, HistoryAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { advanceEpochs, setFault, startWorld } from '../world.ts';

const DAY = 86_400_000;
const world = await startWorld({ after });
const history = (query: string) => world.get(`/apy/history?${query}`);

/** Points a source of the sandbox has in all, and days between two of them. */
const SERIES = [
  { strategy: 'sol-native-stake', all: 400, step: 1 },
  { strategy: 'sol-liquid-stake', all: 400, step: 1 },
  { strategy: 'usdc-earn', all: 400, step: 1 },
];
const DAYS: Readonly<Record<string, number>> = { '1M': 30, '3M': 90, '6M': 180 };

for (const { strategy, all, step } of SERIES) {
  for (const range of [HISTORY_RANGES[0], 'All'] as const) {
    test(`${range} of ${strategy}: a point every ${step} day(s), oldest first`, async () => {
      const answer = await history(`strategy=${strategy}&range=${range}`);
      assertOk(answer, HistoryAnswer);
      assert.deepEqual([answer.body.strategy, answer.body.range], [strategy, range]);
      const points: readonly { date: string; apy: number }[] = answer.body.points;
      const times = points.map(({ date }) => {
        assert.match(date, /^\d{4}-\d\d-\d\d$/);
        return Date.parse(date);
      });
      for (const [i, time] of times.slice(1).entries()) assert.equal(time - (times[i] ?? 0), step * DAY);
      for (const { apy } of points) assert.equal(apy, Math.round(apy * 100) / 100);

      const today = Math.floor(Date.now() / DAY) * DAY;
      const newest = times.at(-1) ?? 0;
      assert.ok(newest <= today && newest > today - 3 * DAY);
      const days = DAYS[range];
      if (days === undefined) {
        assert.equal(points.length, all);
        return;
      }
      // Not a day more than asked for, and not a point less.
      const oldest = times[0] ?? 0;
      assert.ok(oldest >= today - days * DAY && oldest < today - (days - step) * DAY);
    });
  }

  test(`${strategy}: without a range it is 1M, and a longer range ends with a shorter one`, async () => {
    const { body: none } = await history(`strategy=${strategy}`);
    const { body: month } = await history(`strategy=${strategy}&range=1M`);
    assert.deepEqual(none, month);
    const { body: whole } = await history(`strategy=${strategy}&range=All`);
    assert.deepEqual(whole.points.slice(-month.points.length), month.points);
  });
}

test('a strategy that is announced is 503, and says when to ask again', async (t) => {
  const held = await startWorld(t, { COMING_SOON: 'sol-leveraged-stake, usdc-earn' });
  for (const strategy of ['sol-leveraged-stake', 'usdc-earn']) {
    const answer = await held.get(`/apy/history?strategy=${strategy}`);
    assertProblem(answer, { slug: 'service_unavailable', code: 'STRATEGY_NOT_LIVE' });
    assert.equal(answer.headers['retry-after'], '3600');
  }
});

test('a source that cannot be reached is 502 for its strategy alone', async (t) => {
  const broken = await startWorld(t);
  await setFault(broken, 'router', { mode: 'refuse' });
  assertProblem(await broken.get('/apy/history?strategy=sol-liquid-stake'), {
    slug: 'upstream_error',
    code: 'APY_UNAVAILABLE',
    detail: /APY provider of sol-liquid-stake is not answering/,
  });
  assertOk(await broken.get('/apy/history?strategy=usdc-earn'), HistoryAnswer);
});

test('the history grows as epochs end', async (t) => {
  const growing = await startWorld(t);
  const dates = async (strategy: string): Promise<string[]> => {
    const { body } = await growing.get(`/apy/history?strategy=${strategy}&range=All`);
    return body.points.map(({ date }: { date: string }) => date);
  };
  for (const { strategy, step } of SERIES) {
    const before = (await dates(strategy)).at(-1) ?? '';
    await advanceEpochs(growing, 3);
    const grown = (Date.parse((await dates(strategy)).at(-1) ?? '') - Date.parse(before)) / DAY;
    // The epoch that runs at the start is a third over.
    assert.ok(grown >= 2 && grown <= 3, `${strategy}: ${grown} days, a point every ${step}`);
  }
});
