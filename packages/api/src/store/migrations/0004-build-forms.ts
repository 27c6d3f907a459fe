import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The fate of each build: the signed form that may have been sent, and the build that replaced it. */
export function buildForms(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('build_forms')
        .addColumn('message_hash', 'text', (column) => column.primaryKey())
        .addColumn('form', 'text')
        .addColumn('signature', 'text')
        .addColumn('last_valid_block_height', 'text', (column) => column.notNull())
        .addColumn('holders', 'integer', (column) => column.notNull())
        .addColumn('replaced_at', 'bigint')
        .addColumn('successor', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('build_forms_by_time').on('build_forms').column('created_at').execute();
      // Their place was among the transactions.
      await sql`delete from pending_transactions where route in ('edit', 'replaced')`.execute(db);
    },
  };
}
