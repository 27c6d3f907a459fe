import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
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
