import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { createMigrations, type StoreKind } from './migrations.ts';
import { StoreOpenError } from './open.ts';

/**
 * SHA-256 of the statements of every migration. A line comes with its migration and never changes: databases have run
 * it, and would not run it again.
 */
const RELEASED: Readonly<Record<StoreKind, Readonly<Record<string, string>>>> = {
  sqlite: {
    '0007-builds-forms-keys': 'a8e50f53ea5424d1faebf5824ce7999714ef4c7e870b8735a6b8e72116109407',
    '0008-builds-have-messages': '074ab1b43bd8ce56b16a29b6dcc056968b1f127413e7cd4eea19dd68700c6686',
  },
  postgresql: {
    '0007-builds-forms-keys': 'cb13c9e4306ba4a6a8b28d8f18310aaa8ee03f8412d920550f887021c4aebb2f',
    '0008-builds-have-messages': '074ab1b43bd8ce56b16a29b6dcc056968b1f127413e7cd4eea19dd68700c6686',
  },
};

const DIALECTS = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgresql: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
} as const;

for (const kind of ['sqlite', 'postgresql'] as const) {
  test(`migrations say to ${kind} what they said when they were released`, async () => {
    const said: Record<string, string> = {};
    for (const [name, { up }] of Object.entries(createMigrations(kind))) {
      const hash = createHash('sha256');
      let statements = 0;
      const db = new Kysely<never>({
        dialect: DIALECTS[kind],
        log: ({ query }) => {
          statements += 1;
          hash.update(`${query.sql};${JSON.stringify(query.parameters)}\n`);
        },
      });
      await up(db);
      if (statements > 0) said[name] = hash.digest('hex');
    }
    assert.deepEqual(said, RELEASED[kind]);
    const names = Object.keys(createMigrations(kind));
    assert.deepEqual(names, names.toSorted());
  });
}

forEachStore(({ migrated }) => {
  test('a database from before builds and forms is refused, and nothing in it is changed', async (t) => {
    const at = await migrated(t);
    const store = await openPatientStore(at);
    for (const name of ['forms', 'builds', 'keys'])
      await sql`drop table ${sql.table(name)}`.execute(store.db);
    await sql`delete from kysely_migration where name > '0006'`.execute(store.db);
    await store.close();
    for (const _ of [1, 2]) {
      await assert.rejects(openPatientStore(at), (error) => {
        assert.ok(error instanceof StoreOpenError);
        assert.match(error.message, /partners.* already exists/);
        return true;
      });
    }
  });
});
