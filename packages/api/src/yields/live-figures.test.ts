import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { createManualClock } from '../../test/manual-clock.ts';
import { FIGURE_TIMES, type FigureSources, startLiveFigures, type YieldServices } from './figures.ts';

type Read = () => Promise<number>;
const down: Read = async () => {
  throw new Error('down');
};
const NO_SOURCES = Object.fromEntries(STRATEGY_KEYS.map((key) => [key, {}])) as Readonly<
  Record<StrategyKey, FigureSources>
>;
const never: Read = () => new Promise(() => undefined);

/** Figures over sources that the test turns on and off, and a clock it moves. */
function start(t: TestContext, sources: { apy?: Read; exchangeRate?: Read; other?: Read }) {
  const clock = createManualClock();
  const faults: string[] = [];
  const createSources = (live: Read, exchangeRate?: Read): FigureSources => ({
    apy: { live, history: async () => ({ points: [], isComplete: false }) },
    ...(exchangeRate && { exchangeRate }),
  });
  const figures = startLiveFigures(
    {
      ...NO_SOURCES,
      'sol-liquid-stake': createSources(
        () => (sources.apy ?? down)(),
        () => (sources.exchangeRate ?? down)(),
      ),
      'usdc-earn': createSources(() => (sources.other ?? down)()),
    },
    { clock } as unknown as YieldServices,
    (figure) => faults.push(figure),
  );
  t.after(() => clock.pass(FIGURE_TIMES.patience));
  return { figures, sources, faults, clock };
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
  const { figures, sources, clock, faults } = start(t, { apy: async () => 6.4 });
  await figures.settled(1_000);
  sources.apy = down;
  await clock.pass(FIGURE_TIMES.maxAge);
  assert.equal(figures.listed('sol-liquid-stake').apy, 6.4);
  await clock.pass(1);
  assert.equal(figures.listed('sol-liquid-stake').apy, null);
  sources.apy = async () => 6.5;
  assert.equal((await figures.fresh('sol-liquid-stake')).apy, 6.5);
  assert.equal(figures.listed('sol-liquid-stake').apy, 6.5);
  assert.ok(faults.includes('sol-liquid-stake exchange rate'));
});

for (const days of [-30, 30]) {
  test(`a figure is as old as it was when the wall clock jumps by ${days} days`, async (t) => {
    const { figures, sources, clock } = start(t, { apy: async () => 6.4 });
    await figures.settled(1_000);
    sources.apy = down;
    await clock.pass(FIGURE_TIMES.maxAge - 1);
    clock.setAhead(days * 86_400_000);
    assert.equal(figures.listed('sol-liquid-stake').apy, 6.4);
    await clock.pass(2);
    assert.equal(figures.listed('sol-liquid-stake').apy, null);
  });
}

for (const [what, fault] of Object.entries({ fails: down, hangs: never })) {
  test(`a source that ${what} while a detail is asked for has no figure in the list either, until it is read`, async (t) => {
    const { figures, sources, clock } = start(t, { apy: async () => 6.4, other: async () => 5.6 });
    await figures.settled(1_000);
    await clock.pass(1_000);
    sources.apy = fault;
    const detail = figures.fresh('sol-liquid-stake');
    assert.equal(figures.listed('sol-liquid-stake').apy, 6.4);
    await clock.pass(FIGURE_TIMES.patience);
    assert.equal((await detail).apy, null);
    assert.equal(figures.listed('sol-liquid-stake').apy, null);
    assert.equal(figures.listed('usdc-earn').apy, 5.6);
  });
}

test('a figure that a detail missed is listed again with the next success, whoever asked', async (t) => {
  const { figures, sources, clock } = start(t, { apy: async () => 6.4 });
  await figures.settled(1_000);
  await clock.pass(1_000);
  sources.apy = down;
  assert.equal((await figures.fresh('sol-liquid-stake')).apy, null);
  assert.equal(figures.listed('sol-liquid-stake').apy, null);
  sources.apy = async () => 6.5;
  await clock.pass(FIGURE_TIMES.every);
  assert.equal(figures.listed('sol-liquid-stake').apy, 6.5);
});

test('a source that failed is asked again soon, without anybody asking for it', async (t) => {
  const { figures, sources, clock } = start(t, { apy: down });
  await figures.settled(1_000);
  sources.apy = async () => 6.4;
  await clock.pass(FIGURE_TIMES.retry - 1);
  assert.equal(figures.listed('sol-liquid-stake').apy, null);
  await clock.pass(1);
  assert.equal(figures.listed('sol-liquid-stake').apy, 6.4);
});

test('a source that hangs costs its own figure and nothing else', async (t) => {
  const { figures, clock } = start(t, { apy: never, exchangeRate: async () => 1.07, other: async () => 5.6 });
  const settled = isDone(figures.settled(20));
  await clock.pass(19);
  assert.equal(settled(), false);
  await clock.pass(1);
  assert.equal(settled(), true);
  assert.deepEqual(figures.listed('sol-liquid-stake'), { apy: null, exchangeRate: 1.07 });
  assert.deepEqual(figures.listed('usdc-earn').apy, 5.6);
  assert.deepEqual(await figures.fresh('usdc-earn'), { apy: 5.6, exchangeRate: null });
  const asked = figures.fresh('sol-liquid-stake');
  const answered = isDone(asked);
  await clock.pass(FIGURE_TIMES.patience - 1);
  assert.equal(answered(), false);
  await clock.pass(1);
  assert.deepEqual(await asked, { apy: null, exchangeRate: 1.07 });
});

test('all who ask at the same time share one read', async (t) => {
  let reads = 0;
  const gate = Promise.withResolvers<void>();
  const { figures } = start(t, {
    apy: async () => {
      reads += 1;
      const read = reads;
      if (read > 1) await gate.promise;
      return read;
    },
  });
  await figures.settled(1_000);
  const asked = Array.from({ length: 200 }, () => figures.fresh('sol-liquid-stake'));
  gate.resolve();
  const answers = await Promise.all(asked);
  assert.deepEqual(new Set(answers.map(({ apy }) => apy)), new Set([2]));
  assert.equal(reads, 2);
});

test('nothing is read after closing', async (t) => {
  let reads = 0;
  const { figures, clock } = start(t, {
    apy: async () => {
      reads += 1;
      return 6.4;
    },
  });
  await figures.settled(1_000);
  await figures.close();
  await clock.pass(10 * FIGURE_TIMES.every);
  assert.deepEqual([reads, clock.pending], [1, 0]);
});

function isDone(work: Promise<unknown>): () => boolean {
  let done = false;
  void work.then(() => {
    done = true;
  });
  return () => done;
}
