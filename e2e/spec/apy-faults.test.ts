import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HistoryAnswer, StrategyListAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
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

/** A wall clock that can be moved on. */
function createClock() {
  let ahead = 0;
  return { now: () => Date.now() + ahead, pass: (milliseconds: number) => (ahead += milliseconds) };
}

async function breakSources(world: World, mode: string): Promise<void> {
  for (const { upstream, method } of SOURCES) {
    await setFault(world, upstream, mode === 'none' ? { mode } : { mode, method, ms: 20_000 });
  }
}

/** Native staking falls back to what the ledger tells; only without both there is no figure. */
const forgetValidators = (world: World, mode: string) =>
  setFault(world, 'ledger', mode === 'none' ? { mode } : { mode: 'refuse', method: 'getVoteAccounts' });

async function timed<T>(call: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now();
  const answer = await call();
  return { answer, ms: performance.now() - started };
}

async function listedApys(world: World): Promise<Record<string, number | null>> {
  let { answer, ms } = await timed(() => world.get('/strategies'));
  // All worlds of this file share a process; one that starts holds the others up, and only then a second try is fast.
  for (let i = 0; ms >= 50 && i < 4; i += 1) ({ answer, ms } = await timed(() => world.get('/strategies')));
  assertOk(answer, StrategyListAnswer);
  assert.ok(ms < 50, `the list took ${ms} ms`);
  const rows: readonly { key: string; live: { apy: number | null } }[] = answer.body.strategies;
  return Object.fromEntries(rows.map(({ key, live }) => [key, live.apy]));
}

async function assertNoFigures(world: World, { key }: (typeof SOURCES)[number], mode: string): Promise<void> {
  const [detail, history] = await Promise.all([
    timed(() => world.get(`/strategies/${key}`)),
    timed(() => world.get(`/apy/history?strategy=${key}&range=All`)),
  ]);
  assert.equal(detail.answer.status, 200, detail.answer.text);
  assert.equal(detail.answer.body.strategy.live.apy, null, key);
  assert.ok(detail.ms < 3_500, `${key}: the detail took ${detail.ms} ms`);
  assertProblem(history.answer, { slug: 'upstream_error', code: 'APY_UNAVAILABLE', detail: new RegExp(key) });
  assert.equal(history.answer.headers['retry-after'], mode === '429' ? '20' : undefined);
  assert.ok(history.ms < 6_000, `${key}: the history took ${history.ms} ms`);
}

describe('sources of APY that fail', { concurrency: 6 }, () => {
  for (const mode of MODES) {
    test(`${mode}: figures become null, the history 502, and the next success recovers`, async (t) => {
      const clock = createClock();
      const world = await startWorld(t, {}, clock);
      const before = await listedApys(world);
      for (const { key } of SOURCES) assert.ok((before[key] ?? 0) > 5, key);

      await breakSources(world, mode);
      await forgetValidators(world, mode);
      await Promise.all(SOURCES.map((source) => assertNoFigures(world, source, mode)));
      assert.deepEqual(await listedApys(world), before);
      clock.pass(TOO_OLD);
      for (const apy of Object.values(await listedApys(world))) assert.equal(apy, null);

      await breakSources(world, 'none');
      await forgetValidators(world, 'none');
      for (const { key } of SOURCES) {
        const detail = await world.get(`/strategies/${key}`);
        assert.equal(detail.body.strategy.live.apy, before[key], key);
        assertOk(await world.get(`/apy/history?strategy=${key}`), HistoryAnswer);
      }
      assert.deepEqual(await listedApys(world), before);
    });
  }

  for (const { key, upstream, method } of SOURCES) {
    test(`a hanging source of ${key} delays nobody else`, async (t) => {
      const clock = createClock();
      const world = await startWorld(t, {}, clock);
      await setFault(world, upstream, { mode: 'hang', method });
      await forgetValidators(world, 'refuse');
      clock.pass(TOO_OLD);
      const hanging = world.get(`/strategies/${key}`);
      for (const other of SOURCES.filter((each) => each.key !== key)) {
        const { answer, ms } = await timed(() => world.get(`/strategies/${other.key}`));
        assert.ok(answer.body.strategy.live.apy > 5, other.key);
        assert.ok(ms < 1_000, `${other.key} took ${ms} ms`);
        assert.ok(((await listedApys(world))[other.key] ?? 0) > 5);
      }
      const { live } = (await hanging).body.strategy;
      assert.equal(live.apy, null);
      if (key !== 'sol-native-stake') assert.ok(live.exchangeRate > 1);
    });
  }

  test('a ledger that fails takes the rates away and leaves the APY', async (t) => {
    const clock = createClock();
    const world = await startWorld(t, {}, clock);
    for (const mode of ['refuse', 'hang', '500', 'garbage']) {
      await setFault(world, 'ledger', { mode, method: 'getMultipleAccounts' });
      for (const key of ['sol-liquid-stake', 'usdc-earn']) {
        const { answer, ms } = await timed(() => world.get(`/strategies/${key}`));
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.body.strategy.live.exchangeRate, null, mode);
        assert.ok(answer.body.strategy.live.apy > 5, mode);
        assert.ok(ms < 3_500, `${mode} took ${ms} ms`);
      }
    }
    clock.pass(TOO_OLD);
    const { body } = await world.get('/strategies');
    for (const { live } of body.strategies) assert.equal(live.exchangeRate, null);
    await setFault(world, 'ledger', { mode: 'none' });
    // A read that hung is waited for by whoever asks meanwhile.
    for (;;) {
      const { exchangeRate } = (await world.get('/strategies/sol-liquid-stake')).body.strategy.live;
      if (exchangeRate !== null) break;
    }
  });

  test('native staking: without its source the ledger tells what it pays', async (t) => {
    const world = await startWorld(t);
    const apy = async () => (await world.get('/strategies/sol-native-stake')).body.strategy.live.apy;
    const told = await apy();
    for (const mode of ['refuse', 'hang', '500', 'zero', 'empty', 'absurd']) {
      await setFault(world, 'apy', { mode });
      const { answer: estimate, ms } = await timed(apy);
      assert.ok(Math.abs(estimate / told - 1) < 0.005, `${mode}: ${estimate} instead of ${told}`);
      assert.ok(ms < 3_500, `${mode} took ${ms} ms`);
    }
  });
});
