import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HistoryAnswer, StrategyListAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, send, setFault, startWorld } from '../world.ts';

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock);

/** Each source of APY, and the strategy it is for. */
const SOURCES = [
  { key: 'sol-native-stake', upstream: 'apy', method: 'validators' },
  { key: 'sol-liquid-stake', upstream: 'router', method: 'lsts/apys' },
  { key: 'usdc-earn', upstream: 'vault', method: 'vault' },
] as const;

const MODES = ['hang', '500', 'zero', 'absurd'];

/** Older than any figure of the list may be. */
const TOO_OLD = 5 * 60_000 + 1;

/** About the deadlines of a source. */
const SOURCE_DEADLINES = [2_000, 2_999] as const;

/** How sources fail that say nothing; all others are heard, however long that takes. */
const SILENT = new Set(['hang', 'slow']);

async function breakSources(mode: string): Promise<void> {
  for (const { upstream, method } of SOURCES) {
    await setFault(world, upstream, mode === 'none' ? { mode } : { mode, method, ms: 20_000 });
  }
}

async function listedApys(): Promise<Record<string, number | null>> {
  const answer = await world.get('/strategies');
  assertOk(answer, StrategyListAnswer);
  const rows: readonly { key: string; live: { apy: number | null } }[] = answer.body.strategies;
  return Object.fromEntries(rows.map(({ key, live }) => [key, live.apy]));
}

async function assertNoFigures({ key }: (typeof SOURCES)[number], mode: string): Promise<void> {
  const [detail, history] = await Promise.all([
    world.get(`/strategies/${key}`),
    world.get(`/apy/history?strategy=${key}&range=All`),
  ]);
  assert.equal(detail.status, 200, detail.text);
  assert.equal(detail.body.strategy.live.apy, null, key);
  assertProblem(history, { slug: 'upstream_error', code: 'APY_UNAVAILABLE', detail: new RegExp(key) });
  assert.equal(history.headers['retry-after'], mode === '429' ? '20' : undefined);
}

describe('figures whose sources fail', () => {
  for (const mode of MODES) {
    test(`${mode}: figures become null, the history 502, and the next success recovers`, async () => {
      const listedBefore = await listedApys();
      for (const { key } of SOURCES) assert.ok((listedBefore[key] ?? 0) > 5, key);

      await breakSources(mode);
      if (SILENT.has(mode)) clock.hasten(SOURCE_DEADLINES);
      else clock.withhold(SOURCE_DEADLINES[0]);
      await Promise.all(SOURCES.map((source) => assertNoFigures(source, mode)));
      const listed = await listedApys();
      for (const { key } of SOURCES) assert.equal(listed[key], null, `${key} is listed as its detail has it`);
      clock.pass(TOO_OLD);
      for (const apy of Object.values(await listedApys())) assert.equal(apy, null);

      await breakSources('none');
      clock.calm();
      clock.release();
      for (const { key } of SOURCES) {
        const detail = await world.get(`/strategies/${key}`);
        assert.equal(detail.body.strategy.live.apy, listedBefore[key], key);
        assertOk(await world.get(`/apy/history?strategy=${key}`), HistoryAnswer);
      }
      assert.deepEqual(await listedApys(), listedBefore);
    });
  }
});

/* Which points a range has: packages/api/src/yields/history.test.ts. */
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
  for (const { key: strategy } of SOURCES) {
    const before = (await dates(strategy)).at(-1) ?? '';
    await advanceEpochs(world, 3);
    const grown = (Date.parse((await dates(strategy)).at(-1) ?? '') - Date.parse(before)) / DAY;
    // The epoch that runs at the start is a third over.
    assert.ok(grown >= 2 && grown <= 3, `${strategy}: ${grown} days`);
  }
});
