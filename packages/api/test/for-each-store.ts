import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import type { Store, StoreLocation } from '../src/store/open.ts';
import { openPatientStore } from './open-patient-store.ts';
import { makeDataDirectory, openSqliteHere } from './open-sqlite-here.ts';

/** Gives a test a new, empty place for a store, or a store in it that is closed after the test. */
export type StoreMaker = {
  place(t: TestContext): Promise<StoreLocation>;
  open(t: TestContext): Promise<Store>;
};

/** Declares the same tests once for each database the service can stand on. */
export function forEachStore(declare: (stores: StoreMaker) => void): void {
  suite('SQLite', () => declare(createMaker(sqlitePlace, migratedPlace)));
  const place = async () => ({ databaseUrl: await createSharedDatabase(), dataDirectory: '' });
  suite('PostgreSQL', () => declare(createMaker(place)));
}

function createMaker(place: StoreMaker['place'], openedPlace = place): StoreMaker {
  return {
    place,
    async open(t) {
      const store = await openPatientStore(await openedPlace(t), { openFile: openSqliteHere });
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

async function migratedPlace(t: TestContext): Promise<StoreLocation> {
  const dataDirectory = await makeDataDirectory();
  t.after(() => rmSync(dataDirectory, { recursive: true }));
  return { databaseUrl: undefined, dataDirectory };
}
