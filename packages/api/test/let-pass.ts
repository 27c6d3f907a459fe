import { sql } from 'kysely';
import type { Store } from '../src/store/open.ts';

/** By table, the columns that hold a time. */
const TIMES = {
  builds: ['created_at'],
  forms: ['created_at', 'changed_at', 'sent_at', 'due_at'],
  keys: ['created_at'],
  partners: ['created_at', 'former_key_until', 'deactivated_at'],
};

/** Lets time pass for a store: all that it holds is older then. */
export async function letPass({ db }: Store, milliseconds: number): Promise<void> {
  for (const [table, columns] of Object.entries(TIMES)) {
    const earlier = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${milliseconds}`);
    await sql`update ${sql.table(table)} set ${sql.join(earlier)}`.execute(db);
  }
}
