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
import { test } from 'node:test';
import { sql } from 'kysely';
import { forEachStore, sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { createMigrations } from './migrations/index.ts';
import { openStore, SQLITE_FILE, type Store, StoreOpenError } from './open-store.ts';
import { readSchema } from './read-schema.ts';
import { type SqliteThread, startSqliteThread } from './sqlite/sqlite-thread.ts';
import { StoreFault } from './store-fault.ts';

const PARTNER = { id: 'p1', name: 'Wallet', key_hash: 'hash', key_last4: 'abcd', deactivated_at: null };

forEachStore(({ place, open }) => {
  test('opening applies every migration, and opening again changes nothing', async (t) => {
    const at = await place(t);
    const first = await openStore(at);
    await first.db
      .insertInto('partners')
      .values({ ...PARTNER, created_at: first.now })
      .execute();
    await first.close();
    const second = await openStore(at);
    t.after(() => second.close());
    assert.deepEqual(await listMigrations(second), Object.keys(createMigrations('sqlite')));
    const partner = await second.db.selectFrom('partners').selectAll().executeTakeFirstOrThrow();
    assert.equal(partner.name, 'Wallet');
    assert.ok(Math.abs(partner.created_at - Date.now()) < 60_000, String(partner.created_at));
  });

  test('eight that open an empty store at once all find it migrated', async (t) => {
    const at = await place(t);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(at)));
    t.after(() => Promise.all(stores.map((store) => store.close())));
    for (const store of stores) {
      assert.deepEqual(await listMigrations(store), Object.keys(createMigrations('sqlite')));
    }
  });

  test('a store that was closed says so', async (t) => {
    const store = await openStore(await place(t));
    const read = () => store.db.selectFrom('partners').selectAll().execute();
    await read();
    await store.close();
    await assert.rejects(read());
  });

  test('a store that a later version has migrated is refused', async (t) => {
    const at = await place(t);
    const store = await openStore(at);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      store.db,
    );
    await store.close();
    await assert.rejects(openStore(at), (error) => {
      assert.ok(error instanceof StoreOpenError);
      assert.match(error.message, /9999-later/);
      return true;
    });
  });

  test('a transaction that throws leaves nothing behind, and the store goes on', async (t) => {
    const { db, now } = await open(t);
    const attempt = db.transaction().execute(async (trx) => {
      await trx
        .insertInto('partners')
        .values({ ...PARTNER, created_at: now })
        .execute();
      throw new Error('changed my mind');
    });
    await assert.rejects(attempt, /changed my mind/);
    assert.deepEqual(await db.selectFrom('partners').select('id').execute(), []);
    await db
      .insertInto('partners')
      .values({ ...PARTNER, created_at: now })
      .execute();
  });

  test('transactions and single statements at once do not mix', async (t) => {
    const { db, now } = await open(t);
    const insert = (id: string) => ({ ...PARTNER, id, key_hash: id, created_at: now });
    const undone = Array.from({ length: 10 }, (_, i) =>
      db
        .transaction()
        .execute(async (trx) => {
          await trx
            .insertInto('partners')
            .values(insert(`undone-${i}`))
            .execute();
          throw new Error('undo');
        })
        .catch((error: Error) => assert.equal(error.message, 'undo')),
    );
    const done = Array.from({ length: 50 }, (_, i) =>
      db
        .insertInto('partners')
        .values(insert(`done-${i}`))
        .execute(),
    );
    await Promise.all([...undone, ...done]);
    const ids = (await db.selectFrom('partners').select('id').execute()).map(({ id }) => id);
    assert.equal(ids.length, 50);
    assert.ok(ids.every((id) => id.startsWith('done-')));
  });

  test('a statement that breaks a constraint fails alone among those of its turn', async (t) => {
    const { db, now } = await open(t);
    const insert = (id: string, key_hash: string) =>
      db
        .insertInto('partners')
        .values({ ...PARTNER, id, key_hash, created_at: now })
        .execute();
    const outcomes = await Promise.allSettled([
      insert('a', 'same'),
      insert('b', 'same'),
      insert('c', 'other'),
      db
        .insertInto('attributions')
        .values({ ...ATTRIBUTION, partner_id: 'nobody', created_at: now })
        .execute(),
    ]);
    const [one, other, ...rest] = outcomes.map(({ status }) => status);
    // Either of the two that are the same may be the first.
    assert.deepEqual([one, other].toSorted(), ['fulfilled', 'rejected']);
    assert.deepEqual(rest, ['fulfilled', 'rejected']);
    // A mistake of ours is not the store being down.
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.ok(!(outcome.reason instanceof StoreFault));
    }
  });

  test('the first of many writers of one row is the one that stays', async (t) => {
    const { db, now } = await open(t);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        db
          .insertInto('attributions')
          .values({ ...ATTRIBUTION, signature: `s${i}`, created_at: now })
          .onConflict((conflict) => conflict.column('wallet').doNothing())
          .execute(),
      ),
    );
    // The second statement: the first one says nothing of a row somebody else has just written.
    const rows = await db.selectFrom('attributions').select('signature').execute();
    assert.equal(rows.length, 1);
  });

  test('without its tables the store is away, and says so where readiness looks', async (t) => {
    const store = await open(t);
    await readSchema(store);
    await sql`drop table apy_captures`.execute(store.db);
    const isFault = (error: unknown) => error instanceof StoreFault;
    await assert.rejects(readSchema(store), isFault);
    await assert.rejects(store.db.selectFrom('apy_captures').selectAll().execute(), isFault);
  });

  test('amounts as wide as the ledger knows come back digit by digit', async (t) => {
    const { db, now } = await open(t);
    const nav = '18446744073709551615.000000001';
    await db
      .insertInto('apy_captures')
      .values({
        strategy: 's',
        ledger: 'l',
        epoch: 740,
        epoch_started_at: 1_767_225_600_000,
        asset_per_receipt: nav,
        sol_per_receipt: nav,
        apy: 6.4,
        created_at: now,
      })
      .execute();
    const row = await db.selectFrom('apy_captures').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.asset_per_receipt, nav);
    assert.equal(row.epoch_started_at, 1_767_225_600_000);
    assert.equal(row.apy, 6.4);
    assert.equal(row.epoch, 740);
  });
});

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

for (const held of ['a statement', 'a transaction']) {
  test(`a disk that hangs keeps ${held} waiting for a second, and whoever comes next no longer`, async (t) => {
    const clock = createManualClock();
    const disk = { gate: Promise.resolve() };
    const place = await sqlitePlace(t);
    const openFile = async (path: string): Promise<SqliteThread> => {
      const thread = await startSqliteThread(path);
      return {
        ...thread,
        run: async (mode, statements) => disk.gate.then(() => thread.run(mode, statements)),
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
    await clock.pass(999);
    assert.deepEqual(outcomes, []);
    await clock.pass(1);
    await both;
    assert.deepEqual(outcomes, ['SQLITE_LATE', 'SQLITE_LATE']);
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

test('a PostgreSQL that is not there is refused, and its password is not printed', async () => {
  const databaseUrl = 'postgresql://someone:canary-password@127.0.0.1:1/nowhere';
  await assert.rejects(openStore({ databaseUrl, dataDirectory: '' }), (error) => {
    assert.ok(error instanceof StoreOpenError);
    assert.match(error.message, /DATABASE_URL cannot be used: .*ECONNREFUSED/);
    assert.doesNotMatch(error.message, /canary/);
    return true;
  });
});

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

const ATTRIBUTION = {
  wallet: 'wallet',
  partner_id: null,
  referral_code: null,
  referrer: null,
  signature: 'signature',
};

async function listMigrations({ db }: Store): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
