import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The built message of each broadcast build, so that a signature of one form finds the others. */
export function builtMessages(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('build_forms').addColumn('built', 'text').execute();
      await db.schema.alterTable('build_forms').addColumn('context_slot', 'text').execute();
      await db.schema.createIndex('build_forms_by_signature').on('build_forms').column('signature').execute();
    },
  };
}
