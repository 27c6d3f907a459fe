import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { openStore, SQLITE_FILE } from '../src/store/open.ts';
import type { SqliteThread } from '../src/store/sqlite.ts';
import { openSqliteFile } from '../src/store/sqlite-file.ts';
import { steadyNow } from './steady-clock.ts';

/** The time of a file that is opened here: it stands still when this process does, as what meets in it does. */
export const STEADY_NOW = sql<number>`cast(steady_now() as integer)`;

/**
 * Opens a database file in this thread: starting one costs 12 ms of a processor, and tests open hundreds of files.
 *
 * Only for a file that nobody else in this thread opens: whoever waits here for another's lock holds the other up.
 */
export async function openSqliteHere(path: string): Promise<SqliteThread> {
  const file = openSqliteFile(path, (database) => {
    database.function('steady_now', steadyNow);
    // A file of a test outlives no power failure: waiting for the disk is half of what a service takes to start.
    database.exec('PRAGMA synchronous = OFF');
  });
  return {
    async run(statement) {
      // Results come in another turn, as a thread's do.
      await nextTurn();
      return file.run(statement);
    },
    close: async () => file.close(),
  };
}

/**
 * Makes a temporary folder with an empty, migrated database: a copy of one that is made once in this process. To make a file
 * and to migrate it takes a third of what a service takes to start.
 */
export async function makeDataDirectory(): Promise<string> {
  migrated ??= readMigrated();
  const bytes = await migrated;
  const directory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  writeFileSync(join(directory, SQLITE_FILE), bytes, { mode: 0o600 });
  return directory;
}

let migrated: Promise<Uint8Array> | undefined;

async function readMigrated(): Promise<Uint8Array> {
  const directory = mkdtempSync(join(tmpdir(), 'migrated-'));
  const store = await openStore(
    { databaseUrl: undefined, dataDirectory: directory },
    { openFile: openSqliteHere },
  );
  // What is still in its log is moved into the file.
  await store.close();
  const bytes = readFileSync(join(directory, SQLITE_FILE));
  rmSync(directory, { recursive: true });
  return bytes;
}
