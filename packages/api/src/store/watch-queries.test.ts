import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseConnection, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { openWatched } from './watch-queries.ts';

/** What a statement takes, or a connection that is not to be had. */
const MILLISECONDS = 3;

/** A database whose connections and statements fail when told to. */
function open() {
  const calls: string[] = [];
  const seen: (readonly [string, number])[] = [];
  const faults = { connection: false, statement: false };
  const connection: DatabaseConnection = {
    executeQuery: async () => {
      await sleep(MILLISECONDS);
      if (faults.statement) throw new Error('no statement');
      return { rows: [] };
    },
    async *streamQuery() {},
  };
  const note = (name: string) => async () => void calls.push(name);
  const db = openWatched(
    {
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (each) => new SqliteIntrospector(each),
      createDriver: () => ({
        init: note('init'),
        acquireConnection: async () => {
          if (faults.connection) await sleep(MILLISECONDS);
          if (faults.connection) throw new Error('no connection');
          return connection;
        },
        beginTransaction: note('begin'),
        commitTransaction: note('commit'),
        rollbackTransaction: note('roll back'),
        releaseConnection: note('release'),
        destroy: note('destroy'),
      }),
    },
    (outcome, seconds) => seen.push([outcome, seconds]),
  );
  const run = () => sql`select 1`.execute(db);
  const outcomes = () => {
    // In seconds, on however slow a machine.
    assert.ok(seen.every(([, seconds]) => seconds > 0 && seconds < MILLISECONDS * 1_000));
    return seen.splice(0).map(([outcome]) => outcome);
  };
  return { db, run, faults, calls, outcomes };
}

test('every statement is seen, and every connection that is not to be had', async () => {
  const { run, faults, outcomes } = open();
  await run();
  assert.deepEqual(outcomes(), ['done']);
  faults.statement = true;
  await assert.rejects(run(), /no statement/);
  assert.deepEqual(outcomes(), ['failed']);
  faults.connection = true;
  await assert.rejects(run(), /no connection/);
  assert.deepEqual(outcomes(), ['failed']);
});

test('transactions and the end go through to the driver', async () => {
  const { db, run, faults, calls } = open();
  await db.transaction().execute(async () => {});
  await assert.rejects(
    db.transaction().execute(async () => {
      throw new Error('mine');
    }),
    /mine/,
  );
  await run();
  assert.ok(!faults.connection);
  await db.destroy();
  assert.deepEqual(calls, [
    'init',
    'begin',
    'commit',
    'release',
    'begin',
    'roll back',
    'release',
    'release',
    'destroy',
  ]);
});
