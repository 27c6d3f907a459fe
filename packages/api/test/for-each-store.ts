import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, type TestContext } from 'node:test';
import { type Postgres, startPostgres } from '@staking-agent/test-postgres';
import { openStore, type Store, type StoreLocation } from '../src/store/open-store.ts';

/** Gives a test a new, empty place for a store, or a store in it that is closed after the test. */
export type StoreMaker = {
  place(t: TestContext): Promise<StoreLocation>;
  open(t: TestContext): Promise<Store>;
};

/** Declares the same tests once for each database the service can stand on. */
export function forEachStore(declare: (stores: StoreMaker) => void): void {
  suite('SQLite', () => declare(makerOf(sqlitePlace)));
  suite('PostgreSQL', () => {
    let postgres: Promise<Postgres> | undefined;
    after(async () => (await postgres)?.close());
    declare(
      makerOf(async () => {
        postgres ??= startPostgres();
        return { databaseUrl: await (await postgres).createDatabase(), dataDirectory: '' };
      }),
    );
  });
}

function makerOf(place: StoreMaker['place']): StoreMaker {
  return {
    place,
    async open(t) {
      const store = await openStore(await place(t));
      t.after(() => store.close());
      return store;
    },
  };
}

/** A place for a SQLite store. */
export async function sqlitePlace(t: TestContext): Promise<StoreLocation> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'store-'));
  t.after(() => rmSync(dataDirectory, { recursive: true }));
  return { databaseUrl: undefined, dataDirectory };
}
