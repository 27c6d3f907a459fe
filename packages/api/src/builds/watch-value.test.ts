import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { part } from '../../test/part.ts';
import { StoreFault } from '../problems/faults.ts';
import { isProblemError } from '../problems/problem.ts';
import type { Builds } from '../store/builds.ts';
import type { ValueLimitRow } from '../store/schema.ts';
import { createLimits, watchValue } from './value-limits.ts';

const STRATEGY = 'sol-native-stake';
const STAKE = { strategy: STRATEGY, amount: 5n } as const;
const DEFAULTS = createLimits((strategy, span) =>
  strategy === STRATEGY ? { transaction: 8n, hour: 10n }[span] : undefined,
);

const fault = async () => {
  throw new StoreFault('08006', undefined);
};

/** A gate over a store in memory. */
async function startGate(t: TestContext, store: Partial<Builds> & { rows?: ValueLimitRow[] } = {}) {
  const clock = createManualClock();
  const rows = store.rows ?? [];
  const settings = { isAway: false };
  const gate = watchValue({
    clock,
    defaults: DEFAULTS,
    settings: part({ list: async () => (settings.isAway ? await fault() : rows) }),
    builds: part({
      readHour: async () => ({ used: 10n, now: 1_000, roomAt: 61_001 }),
      readHours: async () => new Map(),
      ...store,
    }),
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
  return { gate, clock, rows, settings, readCode };
}

test('a signed stake is held to the limit of its hour, and refused where it is above any limit', async (t) => {
  const rows = [{ strategy: 'usdc-earn', span: 'transaction', amount: '7', created_at: 0 } as const];
  const { gate, readCode } = await startGate(t, { rows });
  assert.equal(gate.limitOf(STAKE), 10n);
  assert.equal(gate.limitOf({ strategy: 'usdc-earn', amount: 7n }), undefined);
  for (const above of [{ ...STAKE, amount: 9n }, { strategy: 'usdc-earn', amount: 8n } as const]) {
    assert.equal(await readCode(Promise.try(() => gate.limitOf(above))), 'AMOUNT_ABOVE_LIMIT');
  }
});

test('a full hour says what is left of it, and when there is room', async (t) => {
  const { gate } = await startGate(t);
  const refusal = gate.refuseHour(STAKE, { used: 7n, now: 1_000, roomAt: 61_001 });
  assert.equal(refusal.code, 'VALUE_LIMIT_EXCEEDED');
  assert.equal(refusal.headers['Retry-After'], '61');
  assert.match(refusal.message, /0\.000000003/);
});

test('a store that is away refuses no build: its broadcast is held to the limit', async (t) => {
  const { gate, readCode, clock } = await startGate(t, {
    readHours: async () => new Map([[STRATEGY, 10n]]),
    readHour: fault,
  });
  await clock.pass(500);
  assert.equal(await readCode(gate.assertRoom(STRATEGY, 5n)), 'done');
});

test('a build is refused only where the store says so now', async (t) => {
  let used = 6n;
  const { gate, clock, readCode } = await startGate(t, {
    readHours: async () => new Map([[STRATEGY, 10n]]),
    readHour: async () => ({ used, now: 0, roomAt: 0 }),
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
