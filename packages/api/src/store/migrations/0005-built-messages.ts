import type { Kysely, Migration } from 'kysely';

/** Of each build that was broadcast what was built, so that its other forms are found by the signature of one. */
export function builtMessages(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('build_forms').addColumn('built', 'text').execute();
      await db.schema.alterTable('build_forms').addColumn('context_slot', 'text').execute();
      await db.schema.createIndex('build_forms_by_signature').on('build_forms').column('signature').execute();
    },
  };
}
