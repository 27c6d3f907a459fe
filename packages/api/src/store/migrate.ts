import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createMigrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import type { StoreKind } from './store-kind.ts';

/**
 * Brings the schema up to date in one transaction; several processes may do so at once, one after the other.
 *
 * @param db - with a long query timeout, because another process may be migrating.
 * @throws {Error} when a migration fails, or the database has one that this version does not know.
 */
export async function migrateToLatest(db: Kysely<Schema>, kind: StoreKind): Promise<void> {
  const provider = { getMigrations: async () => createMigrations(kind) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
