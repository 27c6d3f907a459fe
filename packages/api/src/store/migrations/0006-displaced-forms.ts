import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Signatures of forms of which another one holds the place of their build, or may take it, and what was built. */
export function displacedForms(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('displaced_forms')
        .addColumn('signature', 'text', (column) => column.primaryKey())
        .addColumn('built', 'text', (column) => column.notNull())
        .addColumn('context_slot', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('displaced_forms_by_time')
        .on('displaced_forms')
        .column('created_at')
        .execute();
    },
  };
}
