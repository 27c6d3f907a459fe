import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { StoreFault } from '../problems/faults.ts';
import { openStore, SQLITE_FILE, StoreOpenError } from './open.ts';
import { type SqliteThread, startSqliteThread } from './sqlite.ts';

test('a new SQLite file, and what lies beside it, is for its owner alone', async (t) => {
  const place = await sqlitePlace(t);
  const store = await openStore(place);
  t.after(() => store.close());
  await store.db.selectFrom('partners').selectAll().execute();
  const files = readdirSync(place.dataDirectory);
  assert.ok(files.includes('state.sqlite-wal'), `${files}`);
  for (const file of files) {
    assert.equal(statSync(join(place.dataDirectory, file)).mode & 0o077, 0, file);
  }
});

test('a database file that others could read is its owner’s alone once it was opened', async (t) => {
  const place = await sqlitePlace(t);
  const path = join(place.dataDirectory, SQLITE_FILE);
  const writer = await openStore(place);
  t.after(() => writer.close());
  await sql`create table filler (x integer)`.execute(writer.db);
  for (const end of ['', '-wal', '-shm']) chmodSync(`${path}${end}`, 0o664);
  const store = await openStore(place);
  t.after(() => store.close());
  for (const end of ['', '-wal', '-shm']) assert.equal(statSync(`${path}${end}`).mode & 0o777, 0o600, end);
});

test('what was asked of a file before it is closed is done before', async (t) => {
  const place = await sqlitePlace(t);
  const store = await openStore(place);
  await sql`create table filler (x integer)`.execute(store.db);
  const writing = sql`insert into filler values (1)`.execute(store.db);
  await turn();
  await store.close();
  assert.equal((await writing).numAffectedRows, 1n);
});

for (const held of ['a statement', 'a transaction']) {
  test(`a disk that hangs keeps ${held} waiting for two seconds, and the next caller no longer`, async (t) => {
    const clock = createManualClock();
    const disk = { gate: Promise.resolve() };
    const place = await sqlitePlace(t);
    const openFile = async (path: string): Promise<SqliteThread> => {
      const thread = await startSqliteThread(path);
      return {
        ...thread,
        run: (statement) => disk.gate.then(() => thread.run(statement)),
      };
    };
    const store = await openStore(place, { clock, openFile });
    t.after(() => store.close());
    const { db, now } = store;
    const add = (trx: typeof db, code: string) =>
      trx.insertInto('referral_codes').values({ code, wallet: 'wallet', created_at: now }).execute();
    const write = (code: string) =>
      held === 'a statement' ? add(db, code) : db.transaction().execute((trx) => add(trx, code));
    const hanging = Promise.withResolvers<void>();
    disk.gate = hanging.promise;
    const outcomes: string[] = [];
    const note = async (work: Promise<unknown>) => {
      outcomes.push(
        await work.then(
          () => 'done',
          (error) => (error as StoreFault).code,
        ),
      );
    };
    const both = Promise.all([note(write('A')), note(write('B'))]);
    await clock.pass(1_999);
    assert.deepEqual(outcomes, []);
    await clock.pass(1);
    await both;
    assert.deepEqual(outcomes, ['LATE', 'LATE']);
    disk.gate = Promise.resolve();
    hanging.resolve();
    await write('C');
    const codes = await db.selectFrom('referral_codes').select('code').orderBy('code').execute();
    assert.equal(codes.at(-1)?.code, 'C');
    if (held === 'a transaction')
      assert.deepEqual(
        codes.map(({ code }) => code),
        ['C'],
      );
  });
}

const BROKEN: Readonly<Record<string, (path: string) => void>> = {
  'a file that is no database': (path) =>
    writeFileSync(path, 'not a database, but long enough to look at'.repeat(40)),
  'a file without a byte': (path) => truncateSync(path, 0),
  'a database that was cut short': (path) => truncateSync(path, 8_192),
  'a database with a page overwritten': (path) => {
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4_096, 3 * 4_096);
    writeFileSync(path, bytes);
  },
  'a database with a page overwritten that nobody reads at first': (path) => {
    const database = new DatabaseSync(path, { readOnly: true });
    const found = database.prepare("select rootpage from sqlite_schema where name = 'referral_codes'").get();
    database.close();
    const bytes = readFileSync(path);
    const at = (Number(found?.['rootpage']) - 1) * 4_096;
    bytes.fill(0xa5, at, at + 4_096);
    writeFileSync(path, bytes);
  },
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
};
for (const [name, breakFile] of Object.entries(BROKEN)) {
  test(`${name} is refused with its path, and left as it is`, async (t) => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'store-'));
    t.after(() => rmSync(dataDirectory, { recursive: true }));
    const path = join(dataDirectory, SQLITE_FILE);
    await (await openStore({ databaseUrl: undefined, dataDirectory })).close();
    breakFile(path);
    const before = name === 'a folder' ? undefined : readFileSync(path);
    await assert.rejects(openStore({ databaseUrl: undefined, dataDirectory }), (error) => {
      assert.ok(error instanceof StoreOpenError);
      assert.ok(error.message.includes(path), error.message);
      return true;
    });
    if (before !== undefined) assert.deepEqual(readFileSync(path), before);
  });
}

for (const isReplaced of [false, true]) {
  test(`a file that is ${isReplaced ? 'replaced' : 'deleted'} while it is open takes and gives nothing`, async (t) => {
    const place = await sqlitePlace(t);
    const path = join(place.dataDirectory, SQLITE_FILE);
    const store = await openStore(place);
    t.after(() => store.close());
    const { db, now } = store;
    const add = () =>
      db
        .insertInto('referral_codes')
        .values({ code: 'ACORN23', wallet: 'wallet', created_at: now })
        .execute();
    const isFault = (error: unknown) => error instanceof StoreFault;
    renameSync(path, `${path}.away`);
    if (isReplaced) writeFileSync(path, '');
    await assert.rejects(add(), isFault);
    await assert.rejects(sql`select 1`.execute(db), isFault);
    await assert.rejects(db.transaction().execute(add), isFault);
    renameSync(`${path}.away`, path);
    await add();
    assert.equal((await db.selectFrom('referral_codes').selectAll().execute()).length, 1);
  });
}

test('SQLite answers a write when it is on the disk', async (t) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'store-'));
  t.after(() => rmSync(dataDirectory, { recursive: true }));
  const store = await openStore({ databaseUrl: undefined, dataDirectory });
  t.after(() => store.close());
  const pragma = async (name: string) =>
    (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(store.db)).rows[0];
  assert.deepEqual(await pragma('journal_mode'), { journal_mode: 'wal' });
  assert.deepEqual(await pragma('synchronous'), { synchronous: 2 });
  assert.deepEqual(await pragma('busy_timeout'), { timeout: 300 });
  assert.deepEqual(await pragma('foreign_keys'), { foreign_keys: 1 });
});
