import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, type TestContext } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import type { Store, StoreLocation } from '../src/store/open.ts';
import { openPatientStore } from './open-patient-store.ts';
import { makeDataDirectory, openSqliteHere } from './open-sqlite-here.ts';

/** Gives a test a store that is closed after it, or a new place for one: empty, or with a migrated database in it. */
export type StoreMaker = {
  place(t: TestContext): Promise<StoreLocation>;
  migrated(t: TestContext): Promise<StoreLocation>;
  open(t: TestContext): Promise<Store>;
};

/** Declares the same tests once for each database the service can stand on. */
export function forEachStore(declare: (stores: StoreMaker) => void): void {
  suite('SQLite', () => declare(createMaker({ place: sqlitePlace, migrated: migratedFile })));
  suite('PostgreSQL', () => declare(createMaker({ place: postgresPlace, migrated: migratedDatabase })));
}

function createMaker(places: Pick<StoreMaker, 'place' | 'migrated'>): StoreMaker {
  return {
    ...places,
    async open(t) {
      const store = await openPatientStore(await places.migrated(t), { openFile: openSqliteHere });
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

async function migratedFile(t: TestContext): Promise<StoreLocation> {
  const dataDirectory = await makeDataDirectory();
  t.after(() => rmSync(dataDirectory, { recursive: true }));
  return { databaseUrl: undefined, dataDirectory };
}

async function postgresPlace(): Promise<StoreLocation> {
  return { databaseUrl: await createSharedDatabase(), dataDirectory: '' };
}

let model: Promise<StoreLocation> | undefined;
// The server may end with the file that started it.
after(() => {
  model = undefined;
});

// A copy of one that is migrated once in this process.
async function migratedDatabase(): Promise<StoreLocation> {
  model ??= postgresPlace().then(async (place) => {
    const store = await openPatientStore(place);
    await store.close();
    return place;
  });
  const { databaseUrl } = await model;
  return { databaseUrl: await createSharedDatabase(databaseUrl), dataDirectory: '' };
}
