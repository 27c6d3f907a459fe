import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { StoreKind } from './0001-to-0006.ts';
import { createMigrations } from './index.ts';

/**
 * SHA-256 of the statements of every migration. A line comes with its migration and never changes: databases have run
 * it, and would not run it again.
 */
const RELEASED: Readonly<Record<string, Readonly<Record<StoreKind, string>>>> = {
  '0001-durable-state': {
    sqlite: 'd5e10130e771f3e6089cf27c0f8b3c0afe849dbb757eb3b243d4a1ec8ca53bb8',
    postgresql: '3c6254e32819f27934ce5a190b5a5a022e592b52b242fe56bd5d130537d6ec77',
  },
  '0002-operator-safety': {
    sqlite: 'e0c0480bd47a0e8f0ae9334269b32897b857b26748a414c781a6505a6e3e3320',
    postgresql: '9b29aaff7e17e30e16026d97a4810feb267862608e4af9113d8720866b6aff71',
  },
  '0003-value-limits': {
    sqlite: 'e4865df7cf1d5794b2a42e6f32c0ccfaf3f437e3a6b28643cc3a7920aadb76ec',
    postgresql: 'e4865df7cf1d5794b2a42e6f32c0ccfaf3f437e3a6b28643cc3a7920aadb76ec',
  },
  '0004-build-forms': {
    sqlite: '220225d14b1cdbf2502b1be8f1b7f6241879df02bdc49003e66a45a4c6cdfc54',
    postgresql: '220225d14b1cdbf2502b1be8f1b7f6241879df02bdc49003e66a45a4c6cdfc54',
  },
  '0005-built-messages': {
    sqlite: '7f1fb6b48c33214561791f0232b06cbe7308014bc3053dd16c1b44550e93b6c1',
    postgresql: '7f1fb6b48c33214561791f0232b06cbe7308014bc3053dd16c1b44550e93b6c1',
  },
  '0006-displaced-forms': {
    sqlite: '30b42a355662c1d6a1580c4e753fb900f078a3d5af2c2c292c85737bdd3124a6',
    postgresql: '30b42a355662c1d6a1580c4e753fb900f078a3d5af2c2c292c85737bdd3124a6',
  },
  '0007-builds-forms-keys': {
    sqlite: '9d36dc1ee5a4edcfb248a3741851e065ca9dd44cd89fa8c1e2b00086beb8d195',
    postgresql: '1c2e267ecd1c98a1c50f1140a67a6c93e7f3bbd6f73af75b27dce9e8f38a5513',
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

/** What a migration says to a database, hashed. */
async function readHash(name: string, kind: StoreKind): Promise<string> {
  const hash = createHash('sha256');
  const db = new Kysely<never>({
    dialect: DIALECTS[kind],
    log: ({ query }) => void hash.update(`${query.sql};${JSON.stringify(query.parameters)}\n`),
  });
  await createMigrations(kind)[name]?.up(db);
  return hash.digest('hex');
}

/** Notes how many statements are under way at once. */
class SlowDriver extends DummyDriver {
  open = 0;
  most = 0;

  override async acquireConnection() {
    return {
      executeQuery: async () => {
        this.open += 1;
        this.most = Math.max(this.most, this.open);
        await nextTurn();
        this.open -= 1;
        return { rows: [] };
      },
      // biome-ignore lint/correctness/useYield: Kysely asks for the method; no migration streams.
      async *streamQuery() {
        throw new Error('not streamed');
      },
    };
  }
}

describe('released migrations', () => {
  test('are all there, in their order, and each has its hash here', () => {
    const names = Object.keys(createMigrations('sqlite'));
    assert.deepEqual(names, Object.keys(RELEASED));
    assert.deepEqual(names, names.toSorted());
  });

  for (const [name, hashes] of Object.entries(RELEASED)) {
    for (const kind of ['sqlite', 'postgresql'] as const) {
      test(`${name} waits for each statement on ${kind}, as a pool of connections needs`, async () => {
        const driver = new SlowDriver();
        const db = new Kysely<never>({ dialect: { ...DIALECTS[kind], createDriver: () => driver } });
        await createMigrations(kind)[name]?.up(db);
        assert.deepEqual([driver.most, driver.open], [1, 0]);
      });

      test(`${name} says to ${kind} what it said when it was released`, async () => {
        assert.equal(await readHash(name, kind), hashes[kind]);
      });
    }
  }
});
