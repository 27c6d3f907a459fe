import { after } from 'node:test';
import { type Postgres, startPostgres } from './start-postgres.ts';

let shared: Promise<Postgres> | undefined;

after(async () => (await shared)?.close());

/**
 * Creates an empty database on the server that all tests of this process share, and starts it for the first one.
 *
 * @returns the URL of the database. Tests that stop the server start one of their own.
 */
export async function createSharedDatabase(): Promise<string> {
  shared ??= startPostgres();
  return (await shared).createDatabase();
}
