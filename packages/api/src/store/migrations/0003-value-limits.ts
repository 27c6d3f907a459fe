import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The operator's value limits by strategy, and the value used within the hour. */
export function valueLimits(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('value_limits')
        .addColumn('strategy', 'text', (column) => column.notNull())
        .addColumn('span', 'text', (column) => column.notNull())
        .addColumn('amount', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('value_limits_pkey', ['strategy', 'span'])
        .execute();
      await db.schema
        .createTable('value_uses')
        .addColumn('signature', 'text', (column) => column.primaryKey())
        .addColumn('strategy', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('holders', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('value_uses_by_time')
        .on('value_uses')
        .columns(['strategy', 'created_at', 'amount'])
        .execute();
    },
  };
}
