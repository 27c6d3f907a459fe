import { sql } from 'kysely';
import type { Store } from '../src/store/open-store.ts';

/** By table, the columns that hold a time. */
const TIMES = {
  build_forms: ['created_at'],
  displaced_forms: ['created_at'],
  idempotency_records: ['created_at', 'leased_until'],
  partners: ['created_at', 'former_key_until', 'deactivated_at'],
  pending_transactions: ['created_at', 'leased_until'],
};

/** Lets time pass for a store: all that it holds is older then. */
export async function letPass({ db }: Store, milliseconds: number): Promise<void> {
  for (const [table, columns] of Object.entries(TIMES)) {
    const earlier = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${milliseconds}`);
    await sql`update ${sql.table(table)} set ${sql.join(earlier)}`.execute(db);
  }
}
