import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HistoryAnswer, StrategyListAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { setFault, startWorld, type World } from '../world.ts';

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

/** What one read of the ledger may take. */
const _READ_DEADLINE = [4_000, 4_000] as const;

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
