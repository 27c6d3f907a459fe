import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HistoryAnswer, StrategyListAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { until } from '../until.ts';
import { setFault, startWorld, type World } from '../world.ts';

/** Each source of APY, and the strategy it is for. */
const SOURCES = [
  { key: 'sol-native-stake', upstream: 'apy', method: 'validators' },
  { key: 'sol-liquid-stake', upstream: 'router', method: 'lsts/apys' },
  { key: 'usdc-earn', upstream: 'vault', method: 'vault' },
] as const;

const MODES = [
  'refuse',
  'hang',
  'slow',
  '429',
  '500',
  'garbage',
  'truncated',
  'redirect',
  'empty',
  'zero',
  'absurd',
];

/** Older than any figure of the list may be. */
const TOO_OLD = 5 * 60_000 + 1;

/** About the deadlines of a source. */
const SOURCE_DEADLINES = [2_000, 2_999] as const;

/** What one read of the ledger may take. */
const READ_DEADLINE = [4_000, 4_000] as const;

/** How sources fail that say nothing; all others are heard, however long that takes. */
const SILENT = new Set(['hang', 'slow']);

async function breakSources(world: World, mode: string): Promise<void> {
  for (const { upstream, method } of SOURCES) {
    await setFault(world, upstream, mode === 'none' ? { mode } : { mode, method, ms: 20_000 });
  }
}

async function listedApys(world: World): Promise<Record<string, number | null>> {
  const answer = await world.get('/strategies');
  assertOk(answer, StrategyListAnswer);
  const rows: readonly { key: string; live: { apy: number | null } }[] = answer.body.strategies;
  return Object.fromEntries(rows.map(({ key, live }) => [key, live.apy]));
}

async function assertNoFigures(world: World, { key }: (typeof SOURCES)[number], mode: string): Promise<void> {
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
  const clock = createHastyClock();
  const stops: (() => Promise<void>)[] = [];
  let world: World;
  before(async () => {
    world = await startWorld({ after: (stop) => stops.push(stop) }, {}, clock);
  });
  after(async () => {
    for (const stop of stops) await stop();
  });
  for (const mode of MODES) {
    test(`${mode}: figures become null, the history 502, and the next success recovers`, async () => {
      const listedBefore = await listedApys(world);
      for (const { key } of SOURCES) assert.ok((listedBefore[key] ?? 0) > 5, key);

      await breakSources(world, mode);
      if (SILENT.has(mode)) clock.hasten(SOURCE_DEADLINES);
      else clock.withhold(SOURCE_DEADLINES[0]);
      await Promise.all(SOURCES.map((source) => assertNoFigures(world, source, mode)));
      const listed = await listedApys(world);
      for (const { key } of SOURCES) assert.equal(listed[key], null, `${key} is listed as its detail has it`);
      clock.pass(TOO_OLD);
      for (const apy of Object.values(await listedApys(world))) assert.equal(apy, null);

      await breakSources(world, 'none');
      clock.calm();
      clock.release();
      for (const { key } of SOURCES) {
        const detail = await world.get(`/strategies/${key}`);
        assert.equal(detail.body.strategy.live.apy, listedBefore[key], key);
        assertOk(await world.get(`/apy/history?strategy=${key}`), HistoryAnswer);
      }
      assert.deepEqual(await listedApys(world), listedBefore);
    });
  }
});

describe('sources of APY that fail', { concurrency: 6 }, () => {
  for (const { key, upstream, method } of SOURCES) {
    test(`a hanging source of ${key} delays nobody else`, async (t) => {
      const clock = createHastyClock();
      const world = await startWorld(t, {}, clock);
      await setFault(world, upstream, { mode: 'hang', method });
      clock.pass(TOO_OLD);
      // The deadline of the source never passes, so a request that waited for it would wait for ever.
      clock.withhold(SOURCE_DEADLINES[0]);
      const hanging = world.get(`/strategies/${key}`);
      for (const other of SOURCES.filter((each) => each.key !== key)) {
        const answer = await world.get(`/strategies/${other.key}`);
        assert.ok(answer.body.strategy.live.apy > 5, other.key);
        assert.ok(((await listedApys(world))[other.key] ?? 0) > 5);
      }
      clock.release();
      clock.hasten(SOURCE_DEADLINES);
      const { live } = (await hanging).body.strategy;
      assert.equal(live.apy, null);
      if (key !== 'sol-native-stake') assert.ok(live.exchangeRate > 1);
    });
  }

  test('a ledger that fails takes the rates away and leaves the APY', async (t) => {
    const clock = createHastyClock();
    const world = await startWorld(t, {}, clock);
    clock.hasten(READ_DEADLINE);
    for (const mode of ['refuse', 'hang', '500', 'garbage']) {
      await setFault(world, 'ledger', { mode, method: 'getMultipleAccounts' });
      for (const key of ['sol-liquid-stake', 'usdc-earn']) {
        const answer = await world.get(`/strategies/${key}`);
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.body.strategy.live.exchangeRate, null, mode);
        assert.ok(answer.body.strategy.live.apy > 5, mode);
      }
    }
    clock.pass(TOO_OLD);
    const { body } = await world.get('/strategies');
    for (const { live } of body.strategies) assert.equal(live.exchangeRate, null);
    await setFault(world, 'ledger', { mode: 'none' });
    // A read that hung is waited for by whoever asks meanwhile.
    await until('the rate is told again', async () => {
      const { exchangeRate } = (await world.get('/strategies/sol-liquid-stake')).body.strategy.live;
      return exchangeRate !== null;
    });
  });
});
