import { sql } from 'kysely';
import type { Store } from './open-store.ts';
import type { Schema } from './schema.ts';

const TABLES = Object.keys({
  idempotency_records: true,
  pending_transactions: true,
  partners: true,
  referral_codes: true,
  pending_attributions: true,
  attributions: true,
  apy_captures: true,
  stops: true,
  audit_log: true,
  value_limits: true,
  value_uses: true,
  build_forms: true,
  displaced_forms: true,
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
