import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { sql } from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { StoreFault } from '../problems/faults.ts';
import { createMigrations } from './migrations.ts';
import { openStore, readSchema, type Store, StoreOpenError } from './open.ts';

const PARTNER = { id: 'p1', name: 'Wallet', key_hash: 'hash', key_last4: 'abcd', deactivated_at: null };

forEachStore(({ place, open }) => {
  test('opening applies every migration, and opening again changes nothing', async (t) => {
    const at = await place(t);
    const first = await openPatientStore(at);
    await first.db
      .insertInto('partners')
      .values({ ...PARTNER, created_at: first.now })
      .execute();
    await first.close();
    const second = await openPatientStore(at);
    t.after(() => second.close());
    assert.deepEqual(await listMigrations(second), Object.keys(createMigrations('sqlite')));
    const partner = await second.db.selectFrom('partners').selectAll().executeTakeFirstOrThrow();
    assert.equal(partner.name, 'Wallet');
    assert.ok(Math.abs(partner.created_at - Date.now()) < 60_000, String(partner.created_at));
  });

  test('eight that open an empty store at once all find it migrated', async (t) => {
    const at = await place(t);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPatientStore(at)));
    t.after(() => Promise.all(stores.map((store) => store.close())));
    for (const store of stores) {
      assert.deepEqual(await listMigrations(store), Object.keys(createMigrations('sqlite')));
    }
  });

  test('a store that was closed says so', async (t) => {
    const store = await openPatientStore(await place(t));
    const read = () => store.db.selectFrom('partners').selectAll().execute();
    await read();
    await store.close();
    await assert.rejects(read());
  });

  test('a store that a later version has migrated is refused', async (t) => {
    const at = await place(t);
    const store = await openPatientStore(at);
    const later = sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`;
    await later.execute(store.db);
    await store.close();
    await assert.rejects(openPatientStore(at), (error) => {
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

  test('without its tables the store is away, and says so where readiness looks', async (t) => {
    const store = await open(t);
    await readSchema(store);
    await sql`drop table apy_captures`.execute(store.db);
    const isFault = (error: unknown) => error instanceof StoreFault;
    await assert.rejects(readSchema(store), isFault);
    await assert.rejects(store.db.selectFrom('apy_captures').selectAll().execute(), isFault);
  });
});

test('a connection that PostgreSQL ends counts as a break before its statement has failed', async (t) => {
  const store = await openPatientStore({ databaseUrl: await createSharedDatabase(), dataDirectory: '' });
  t.after(() => store.close());
  const before = store.breaks();
  const failed = sql`select pg_terminate_backend(pg_backend_pid())`.execute(store.db);
  const after = await failed.then(
    () => assert.fail('it goes on'),
    () => store.breaks(),
  );
  assert.equal(after, before + 1);
  assert.deepEqual((await sql`select 1 as one`.execute(store.db)).rows, [{ one: 1 }]);
  assert.equal(store.breaks(), after);
});

test('a PostgreSQL that is not there is refused, and its password is not printed', async () => {
  const databaseUrl = 'postgresql://someone:canary-password@127.0.0.1:1/nowhere';
  await assert.rejects(openStore({ databaseUrl, dataDirectory: '' }), (error) => {
    assert.ok(error instanceof StoreOpenError);
    assert.match(error.message, /DATABASE_URL cannot be used: .*ECONNREFUSED/);
    assert.doesNotMatch(error.message, /canary/);
    return true;
  });
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
