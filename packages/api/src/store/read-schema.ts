import { sql } from 'kysely';
import type { Store } from './open-store.ts';
import type { Schema } from './schema.ts';

const TABLES = Object.keys({
  partners: true,
  referral_codes: true,
  attributions: true,
  apy_captures: true,
  builds: true,
  forms: true,
  keys: true,
  stops: true,
  audit_log: true,
  value_limits: true,
} satisfies Record<keyof Schema, true>);

/**
 * Selects no rows from every table, in one statement: a query without tables would succeed on an empty database that
 * replaced ours.
 *
 * @throws {StoreFault} when the store is away, a table is missing, or may not be read.
 */
export async function readSchema({ db }: Pick<Store, 'db'>): Promise<void> {
  const tables = sql.join(TABLES.map((name) => sql.table(name)));
  await sql`select 1 from ${tables} where false`.execute(db);
}
