import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { StoreKind } from '../schema.ts';

/** The operator's stops, and an append-only log of the operator's commands. */
export function operatorSafety(kind: StoreKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('stops')
        .addColumn('target', 'text', (column) => column.primaryKey())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      const log = db.schema.createTable('audit_log');
      const withId =
        kind === 'sqlite'
          ? log.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement())
          : log.addColumn('id', 'bigint', (id) => id.primaryKey().generatedAlwaysAsIdentity());
      await withId
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('operator', 'text', (column) => column.notNull())
        .addColumn('command', 'text', (column) => column.notNull())
        .execute();
      for (const statement of kind === 'sqlite' ? SQLITE_GUARD : POSTGRES_GUARD) {
        await sql.raw(statement).execute(db);
      }
    },
  };
}

const SQLITE_GUARD = ['update', 'delete'].map(
  (change) =>
    `create trigger audit_log_no_${change} before ${change} on audit_log begin select raise(abort, 'The audit log only grows.'); end`,
);

const POSTGRES_GUARD = [
  `create function refuse_audit_log_change() returns trigger language plpgsql as $$ begin raise exception 'The audit log only grows.' using errcode = '23001'; end $$`,
  'create trigger audit_log_only_grows before update or delete or truncate on audit_log for each statement execute function refuse_audit_log_change()',
];
