import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import type { Strategies } from '../strategies/strategy.ts';
import type { FigureServices } from './figure-source.ts';
import { FIGURE_TIMES, startLiveFigures } from './live-figures.ts';

type Read = () => Promise<number>;
const down: Read = async () => {
  throw new Error('down');
};
const never: Read = () => new Promise(() => undefined);

/** Figures over sources that the test turns on and off, and a clock it moves. */
function start(t: TestContext, sources: { apy?: Read; exchangeRate?: Read; other?: Read }, times = {}) {
  const clock = { now: () => offset };
  let offset = 1_000_000;
  const faults: string[] = [];
  const actionsOf = (apy: Read | undefined, exchangeRate: Read | undefined) => ({
    apy: { live: () => (apy ?? down)(), history: async () => [] },
    ...(exchangeRate && { exchangeRate: () => exchangeRate() }),
  });
  const actions: Partial<Record<StrategyKey, object>> = {
    'sol-liquid-stake': actionsOf(
      () => (sources.apy ?? down)(),
      () => (sources.exchangeRate ?? down)(),
    ),
    'usdc-earn': actionsOf(() => (sources.other ?? down)(), undefined),
  };
  const strategies = Object.fromEntries(
    STRATEGY_KEYS.map((key) => [key, { key, ...(actions[key] && { actions: actions[key] }) }]),
  ) as unknown as Strategies;
  const figures = startLiveFigures(
    strategies,
    { clock } as unknown as FigureServices,
    (figure) => faults.push(figure),
    { ...FIGURE_TIMES, ...times },
  );
  t.after(() => figures.close());
  return { figures, sources, faults, pass: (milliseconds: number) => (offset += milliseconds) };
}

test('the list has what was read last, and no figure where there is no source', async (t) => {
  const { figures } = start(t, {
    apy: async () => 6.4,
    exchangeRate: async () => 1.07,
    other: async () => 5.6,
  });
  assert.deepEqual(figures.listed('sol-liquid-stake'), { apy: null, exchangeRate: null });
  await figures.settled(1_000);
  assert.deepEqual(figures.listed('sol-liquid-stake'), { apy: 6.4, exchangeRate: 1.07 });
  assert.deepEqual(figures.listed('usdc-earn'), { apy: 5.6, exchangeRate: null });
  assert.deepEqual(figures.listed('sol-leveraged-stake'), { apy: null, exchangeRate: null });
  assert.deepEqual(await figures.fresh('sol-leveraged-stake'), { apy: null, exchangeRate: null });
});

test('the list keeps a value of a source that fails, up to its age and no longer', async (t) => {
  const { figures, sources, pass, faults } = start(t, { apy: async () => 6.4 });
  await figures.settled(1_000);
  sources.apy = down;
  assert.deepEqual(await figures.fresh('sol-liquid-stake'), { apy: null, exchangeRate: null });
  pass(FIGURE_TIMES.maxAge);
  assert.equal(figures.listed('sol-liquid-stake').apy, 6.4);
  pass(1);
  assert.equal(figures.listed('sol-liquid-stake').apy, null);
  sources.apy = async () => 6.5;
  assert.equal((await figures.fresh('sol-liquid-stake')).apy, 6.5);
  assert.equal(figures.listed('sol-liquid-stake').apy, 6.5);
  assert.ok(faults.includes('sol-liquid-stake exchange rate'));
});

test('a source that failed is asked again soon, without anybody asking for it', async (t) => {
  const { figures, sources } = start(t, { apy: down }, { retry: 5 });
  await figures.settled(1_000);
  assert.equal(figures.listed('sol-liquid-stake').apy, null);
  sources.apy = async () => 6.4;
  for (let i = 0; figures.listed('sol-liquid-stake').apy === null; i += 1) {
    assert.ok(i < 200, 'never recovered');
    await sleep(5);
  }
});

test('a source that hangs costs its own figure and nothing else', async (t) => {
  const { figures } = start(
    t,
    { apy: never, exchangeRate: async () => 1.07, other: async () => 5.6 },
    { patience: 50 },
  );
  const started = performance.now();
  await figures.settled(20);
  assert.ok(performance.now() - started < 1_000);
  assert.deepEqual(figures.listed('sol-liquid-stake'), { apy: null, exchangeRate: 1.07 });
  assert.deepEqual(figures.listed('usdc-earn').apy, 5.6);
  assert.deepEqual(await figures.fresh('usdc-earn'), { apy: 5.6, exchangeRate: null });
  const asked = performance.now();
  assert.deepEqual(await figures.fresh('sol-liquid-stake'), { apy: null, exchangeRate: 1.07 });
  assert.ok(performance.now() - asked < 1_000);
});

test('all who ask at the same time share one read', async (t) => {
  let reads = 0;
  const { figures } = start(t, {
    apy: async () => {
      reads += 1;
      await sleep(20);
      return reads;
    },
  });
  await figures.settled(1_000);
  const answers = await Promise.all(Array.from({ length: 200 }, () => figures.fresh('sol-liquid-stake')));
  assert.deepEqual(new Set(answers.map(({ apy }) => apy)), new Set([2]));
  assert.equal(reads, 2);
});
