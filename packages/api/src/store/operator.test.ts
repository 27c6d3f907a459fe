import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { StoreFault } from '../problems/faults.ts';
import { watchStops } from './operator.ts';
import type { StopRow } from './schema.ts';

const row = (target: string): StopRow => ({ target, reason: 'canary', created_at: 5 });

async function start(t: TestContext) {
  const clock = createManualClock();
  const store: { rows: StopRow[]; wait: Promise<void> | undefined; isAway: boolean } = {
    rows: [],
    wait: undefined,
    isAway: false,
  };
  const switches = watchStops({
    clock,
    log: pino({ level: 'silent' }),
    stops: {
      async list() {
        if (store.isAway) throw new StoreFault('08006', undefined);
        const seen = [...store.rows];
        await store.wait;
        return seen;
      },
    },
  });
  await clock.pass(0);
  t.after(() => switches.close());
  return { clock, store, switches };
}

test('a stop is known within a second of its being written, and so is its end', async (t) => {
  const { clock, store, switches } = await start(t);
  // Whenever it comes between two looks.
  for (const milliseconds of [0, 1, 250, 499, 500, 501, 999]) {
    await clock.pass(milliseconds);
    store.rows = [row('router')];
    await clock.pass(1_000);
    assert.throws(() => switches.assertRunning('router'), { code: 'STOPPED_BY_OPERATOR' });
    assert.deepEqual(switches.list(), [{ target: 'router', since: 5 }]);
    store.rows = [];
    await clock.pass(1_000);
    switches.assertRunning('router');
  }
});

test('only what is stopped is refused, by its name', async (t) => {
  const { clock, store, switches } = await start(t);
  store.rows = [row('usdc-earn'), row('vault-provider')];
  await clock.pass(1_000);
  assert.throws(() => switches.assertRunning('usdc-earn'), /has stopped usdc-earn for the time being/);
  assert.throws(() => switches.assertRunning('vault-provider'), { code: 'STOPPED_BY_OPERATOR' });
  switches.assertRunning('router');
  switches.assertRunning('sol-native-stake');
});

test('while the store is away the last word holds, and the next one counts as soon as it is back', async (t) => {
  const { clock, store, switches } = await start(t);
  store.rows = [row('router')];
  await clock.pass(1_000);
  store.isAway = true;
  store.rows = [];
  await clock.pass(600_000);
  assert.throws(() => switches.assertRunning('router'));
  store.isAway = false;
  await clock.pass(1_000);
  switches.assertRunning('router');
});

test('a look that takes long is not followed by a second one, and brings what it saw', async (t) => {
  const { clock, store, switches } = await start(t);
  const slow = Promise.withResolvers<void>();
  store.wait = slow.promise;
  store.rows = [row('router')];
  await clock.pass(5_000);
  switches.assertRunning('router');
  store.wait = undefined;
  slow.resolve();
  await clock.pass(0);
  assert.throws(() => switches.assertRunning('router'));
});
