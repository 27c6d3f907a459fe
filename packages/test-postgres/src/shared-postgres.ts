import { after } from 'node:test';
import { createDatabase, type Postgres, startPostgres } from './start-postgres.ts';

// biome-ignore lint/style/noProcessEnv: `npm test` starts one server for all its processes, and says where.
const running = process.env['TEST_POSTGRES'];
let shared: Promise<Postgres> | undefined;

after(async () => {
  const server = await shared;
  shared = undefined;
  await server?.close();
});

/**
 * Creates a database on the server that all tests share: that of `npm test`, else one of this process, which is
 * started for the first who asks.
 *
 * @param model - URL of the database that it is a copy of, which has no connections; it is empty unless given.
 * @returns the URL of the database. Tests that stop the server start one of their own.
 */
export async function createSharedDatabase(model?: string): Promise<string> {
  if (running !== undefined) return createDatabase(running, model);
  shared ??= startPostgres();
  return (await shared).createDatabase(model);
}
