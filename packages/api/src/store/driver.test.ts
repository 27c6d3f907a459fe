import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { createManualClock } from '../../test/manual-clock.ts';
import { StoreFault } from '../problems/faults.ts';
import { limitDialect, REQUEST_LIMITS } from './driver.ts';

/** A database whose connections and statements take as long as told to, by a clock of its own, or fail. */
function open() {
  const clock = createManualClock();
  const calls: string[] = [];
  const seen: (readonly [string, number])[] = [];
  const connect = { milliseconds: 0, isBroken: false };
  const run = { milliseconds: 0, isBroken: false };
  let breaks = 0;
  const take = ({ milliseconds, isBroken }: typeof run) =>
    new Promise<void>((resolve, reject) => {
      clock.after(milliseconds, () => (isBroken ? reject(new Error('broken')) : resolve()));
    });
  const note = (name: string) => async () => void calls.push(name);
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (each: Kysely<unknown>) => new SqliteIntrospector(each),
    createDriver: () => ({
      init: note('init'),
      acquireConnection: async (): Promise<DatabaseConnection> => {
        await take(connect);
        return {
          executeQuery: async () => {
            await take(run);
            return { rows: [] };
          },
          async *streamQuery() {},
        };
      },
      beginTransaction: note('begin'),
      commitTransaction: note('commit'),
      rollbackTransaction: note('roll back'),
      releaseConnection: note('release'),
      destroy: note('destroy'),
    }),
  };
  const db = new Kysely({
    dialect: limitDialect(dialect, REQUEST_LIMITS, {
      clock,
      onQuery: (outcome, seconds) => seen.push([outcome, seconds]),
      onBreak: () => {
        breaks += 1;
      },
    }),
  });
  const execute = (on: typeof db = db) => sql`select 1`.execute(on);
  /** How work ended, and after how many milliseconds. */
  const end = async (work: Promise<unknown>) => {
    const started = clock.elapsed();
    const ended = await clock.passUntil(
      work.then(
        () => 'done',
        (error) => (error instanceof StoreFault ? error.code : String(error)),
      ),
      10,
    );
    return [ended, Math.floor((clock.elapsed() - started) / 100) * 100];
  };
  return { db, clock, connect, run, calls, execute, end, seen: () => seen.splice(0), breaks: () => breaks };
}

test('every statement is seen, and every connection that is not to be had', async () => {
  const { run, connect, execute, end, seen, breaks } = open();
  run.milliseconds = 3;
  await end(execute());
  assert.deepEqual(seen(), [['done', 0.003]]);
  run.isBroken = true;
  await end(execute());
  assert.deepEqual(seen(), [['failed', 0.003]]);
  connect.milliseconds = 4;
  connect.isBroken = true;
  assert.deepEqual((await end(execute()))[0], 'Error: broken');
  assert.deepEqual(seen(), [['failed', 0.004]]);
  assert.equal(breaks(), 0, 'errors are for the dialect to judge');
});

test('transactions and the end go through to the driver', async () => {
  const { db, calls, clock } = open();
  await clock.passUntil(db.transaction().execute(async () => {}));
  const undone = db.transaction().execute(async () => {
    throw new Error('mine');
  });
  await assert.rejects(clock.passUntil(undone), /mine/);
  await db.destroy();
  assert.deepEqual(calls, ['init', 'begin', 'commit', 'release', 'begin', 'roll back', 'release', 'destroy']);
});

test('a connection is waited for half a second; one that comes later is given back', async () => {
  const { connect, execute, end, calls, clock, breaks, seen } = open();
  connect.milliseconds = 3_000;
  assert.deepEqual(await end(execute()), ['LATE', 500]);
  assert.equal(breaks(), 1);
  assert.deepEqual(seen(), [['failed', 0.5]]);
  assert.deepEqual(calls, ['init']);
  await clock.pass(2_500);
  assert.deepEqual(calls, ['init', 'release']);
});

test('a statement is waited for two seconds, and its connection is given up', async () => {
  const { run, execute, end, breaks } = open();
  run.milliseconds = 1_950;
  assert.deepEqual(await end(execute()), ['done', 1_900]);
  run.milliseconds = 2_001;
  assert.deepEqual(await end(execute()), ['LATE', 2_000]);
  assert.equal(breaks(), 1);
});

test('a transaction ends after four seconds, however short its statements are, and is not committed', async () => {
  for (const pause of [0, 1_500]) {
    const { db, run, execute, end, calls, clock } = open();
    run.milliseconds = pause === 0 ? 1_500 : 0;
    const work = db.transaction().execute(async (trx) => {
      for (let i = 0; i < 3; i += 1) {
        await execute(trx);
        const waited = Promise.withResolvers<void>();
        clock.after(pause, waited.resolve);
        await waited.promise;
      }
    });
    const [ended, milliseconds] = await end(work);
    assert.deepEqual([ended, Number(milliseconds) <= 4_500], ['LATE', true]);
    assert.deepEqual(calls, ['init', 'begin', 'roll back', 'release']);
  }
});
