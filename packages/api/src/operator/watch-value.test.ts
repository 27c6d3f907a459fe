import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { BROADCAST_OUTCOMES } from '@staking-agent/wire';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { isProblemError } from '../problems/problem-error.ts';
import type { ValueLimitRow } from '../store/schema.ts';
import { StoreFault } from '../store/store-fault.ts';
import type { ValueUses } from '../store/value-uses.ts';
import { createLimits } from './value-limits.ts';
import { watchValue } from './watch-value.ts';

const STRATEGY = 'sol-native-stake';
const STAKE = { strategy: STRATEGY, amount: 5n, signature: 's' } as const;
const DEFAULTS = createLimits((strategy, span) =>
  strategy === STRATEGY ? { transaction: 8n, hour: 10n }[span] : undefined,
);

const fault = async () => {
  throw new StoreFault('08006', undefined);
};

/** A gate over a store in memory. */
async function startGate(t: TestContext, store: Partial<ValueUses> & { rows?: ValueLimitRow[] } = {}) {
  const clock = createManualClock();
  const rows = store.rows ?? [];
  const settings = { isAway: false };
  const calls: string[] = [];
  const gate = watchValue({
    clock,
    log: pino({ level: 'silent' }),
    defaults: DEFAULTS,
    settings: { list: async () => (settings.isAway ? await fault() : rows) },
    onState: () => undefined,
    uses: {
      async take() {
        calls.push('take');
        return true;
      },
      async giveBack() {
        calls.push('give back');
      },
      read: async () => ({ used: 10n, now: 1_000, roomAt: 61_001 }),
      usedByStrategy: async () => new Map(),
      purge: async () => undefined,
      ...store,
    },
  });
  await clock.pass(0);
  t.after(() => gate.close());
  const readCode = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) return 'done';
    assert.ok(isProblemError(error), String(error));
    return error.code;
  };
  return { gate, clock, calls, rows, settings, readCode };
}

test('what is within the limits takes once', async (t) => {
  const { gate, calls } = await startGate(t);
  await gate.take(STAKE);
  assert.deepEqual(calls, ['take']);
});

test('a strategy without limits costs the store nothing', async (t) => {
  const { gate, calls } = await startGate(t, { take: fault });
  const taken = await gate.take({ ...STAKE, strategy: 'usdc-earn' });
  await taken.giveBack('rejected');
  assert.deepEqual(calls, []);
});

for (const outcome of [...BROADCAST_OUTCOMES, undefined]) {
  const isGivenBack = outcome !== 'unknown' && outcome !== undefined;
  test(`with the outcome ${outcome} it is ${isGivenBack ? 'given back' : 'kept'}`, async (t) => {
    const { gate, calls } = await startGate(t);
    const taken = await gate.take(STAKE);
    await taken.giveBack(outcome);
    assert.deepEqual(calls, isGivenBack ? ['take', 'give back'] : ['take']);
  });
}

test('while nothing can be counted nothing is taken, save what has no limit of an hour', async (t) => {
  const rows = [{ strategy: 'usdc-earn', span: 'transaction', amount: '7', created_at: 0 } as const];
  const { gate, readCode } = await startGate(t, { take: fault, read: fault, usedByStrategy: fault, rows });
  assert.equal(await readCode(gate.take(STAKE)), 'STORE_UNAVAILABLE');
  const usdc = { ...STAKE, strategy: 'usdc-earn' } as const;
  assert.equal(await readCode(gate.take(usdc)), 'done');
  assert.equal(await readCode(gate.take({ ...usdc, amount: 8n })), 'AMOUNT_ABOVE_LIMIT');
});

test('a store that takes too long takes nothing: what it takes in the end is given back', async (t) => {
  const late = Promise.withResolvers<boolean>();
  const { gate, clock, calls, readCode } = await startGate(t, { take: () => late.promise });
  const answer = readCode(gate.take(STAKE));
  await clock.pass(2_000);
  assert.equal(await answer, 'STORE_UNAVAILABLE');
  late.resolve(true);
  await clock.pass(0);
  assert.deepEqual(calls, ['give back']);
});

test('what cannot be given back stays counted, and nobody is told', async (t) => {
  const { gate } = await startGate(t, { giveBack: fault });
  const taken = await gate.take(STAKE);
  await taken.giveBack('expired');
});

test('a build is refused only where the store says so now', async (t) => {
  let used = 6n;
  const { gate, clock, readCode } = await startGate(t, {
    usedByStrategy: async () => new Map([[STRATEGY, 10n]]),
    read: async () => ({ used, now: 0, roomAt: 0 }),
  });
  await clock.pass(500);
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 4n)), 'done');
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 5n)), 'VALUE_LIMIT_EXCEEDED');
  used = 5n;
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 5n)), 'done');
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 9n)), 'AMOUNT_ABOVE_LIMIT');
});

test('a change is known within a second, and the last word holds while the store is away', async (t) => {
  const { gate, clock, rows, settings, readCode } = await startGate(t);
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 9n)), 'AMOUNT_ABOVE_LIMIT');
  rows.push({ strategy: STRATEGY, span: 'transaction', amount: null, created_at: 0 });
  await clock.pass(1_000);
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 9n)), 'done');
  settings.isAway = true;
  rows.length = 0;
  await clock.pass(5_000);
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 9n)), 'done');
});
