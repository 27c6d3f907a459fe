import { type QueryExecutorProvider, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The database behind the store: types and functions of its dialect differ. */
export type StoreKind = 'sqlite' | 'postgresql';

/** Migrations whose tables are those of 0007 now: a database that has run all of them is one that began with it. */
const FORMER = [
  '0001-durable-state',
  '0002-operator-safety',
  '0003-value-limits',
  '0004-build-forms',
  '0005-built-messages',
  '0006-displaced-forms',
];

/**
 * Every change of the schema, oldest first, by names that sort in that order.
 *
 * A released migration is never edited: databases have run it. A schema change is a new migration at the end. A database
 * that has run only some of those before 0007 has tables that it creates, and fails unchanged.
 */
export function createMigrations(kind: StoreKind): Readonly<Record<string, Migration>> {
  return {
    ...Object.fromEntries(FORMER.map((name) => [name, { up: async () => undefined }])),
    '0007-builds-forms-keys': { up: (db) => run(db, [...TABLES, ...listOperatorTables(kind)]) },
    // Rows that 0007 carried over, as it was before, without their message.
    '0008-builds-have-messages': { up: (db) => run(db, [`delete from "builds" where "message" = ''`]) },
  };
}

/** Runs statements one after the other; the lines of one are one line to the database. */
async function run(db: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement.replaceAll(/\n\s+/g, ' ')).execute(db);
}

const TABLES = [
  `create table "partners" ("id" text primary key, "name" text not null, "key_hash" text not null unique,
    "key_last4" text not null, "former_key_hash" text unique, "former_key_until" bigint,
    "created_at" bigint not null, "deactivated_at" bigint)`,
  `create table "referral_codes" ("code" text primary key, "wallet" text not null,
    "created_at" bigint not null, "retired_at" bigint)`,
  `create table "attributions" ("wallet" text primary key,
    "partner_id" text references "partners" ("id"), "referral_code" text, "referrer" text,
    "signature" text not null, "created_at" bigint not null)`,
  `create index "attributions_by_partner" on "attributions" ("partner_id", "created_at")`,
  `create index "attributions_by_referrer" on "attributions" ("referrer", "created_at")`,
  `create table "apy_captures" ("strategy" text not null, "ledger" text not null,
    "epoch" bigint not null, "epoch_started_at" bigint not null, "asset_per_receipt" text not null,
    "sol_per_receipt" text not null, "apy" double precision,
    "created_at" bigint not null, constraint "apy_captures_pk" primary key ("strategy", "ledger",
    "epoch"))`,
  `create table "builds" ("id" text primary key, "wallet" text not null, "message" text not null,
    "context_slot" text not null, "created_at" bigint not null)`,
  `create table "forms" ("id" text primary key,
    "build_id" text not null references "builds" ("id") on delete cascade, "kind" text not null,
    "base_id" text, "state" text not null, "last_valid_block_height" text not null, "signature" text,
    "signed_transaction" text, "channel" text, "is_taken" integer not null, "due_at" bigint, "answer" text,
    "refusal" text, "partner_id" text, "referral_code" text, "strategy" text, "staked" bigint,
    "sent_at" bigint, "created_at" bigint not null, "changed_at" bigint not null)`,
  `create index "forms_by_build" on "forms" ("build_id")`,
  `create unique index "forms_one_out" on "forms" ("build_id") where state in ('sent', 'landed')`,
  `create unique index "forms_one_successor" on "forms" ("base_id") where kind = 'refreshed'`,
  `create index "forms_by_signature" on "forms" ("signature")`,
  `create index "forms_by_due_at" on "forms" ("due_at") where "due_at" is not null`,
  `create index "forms_by_change" on "forms" ("changed_at")`,
  `create index "forms_by_hour" on "forms" ("strategy", "sent_at", "staked") where "strategy" is not null`,
  `create table "keys" ("key_hash" text primary key, "fingerprint" text not null, "status" integer,
    "body" text, "created_at" bigint not null)`,
  `create index "keys_by_time" on "keys" ("created_at")`,
];

/** The operator's stops and limits, and a log of the operator's commands that only grows. */
function listOperatorTables(kind: StoreKind): readonly string[] {
  const id = {
    sqlite: 'integer primary key autoincrement',
    postgresql: 'bigint generated always as identity primary key',
  } as const;
  return [
    `create table "stops" ("target" text primary key, "reason" text not null, "created_at" bigint not null)`,
    `create table "value_limits" ("strategy" text not null, "span" text not null, "amount" text,
      "created_at" bigint not null, constraint "value_limits_pkey" primary key ("strategy", "span"))`,
    `create table "audit_log" ("id" ${id[kind]}, "created_at" bigint not null, "operator" text not null,
      "command" text not null)`,
    ...(kind === 'sqlite' ? SQLITE_GUARD : POSTGRES_GUARD),
  ];
}

const SQLITE_GUARD = ['update', 'delete'].map(
  (change) =>
    `create trigger audit_log_no_${change} before ${change} on audit_log begin select raise(abort, 'The audit log only grows.'); end`,
);

const POSTGRES_GUARD = [
  `create function refuse_audit_log_change() returns trigger language plpgsql as $$ begin raise exception 'The audit log only grows.' using errcode = '23001'; end $$`,
  'create trigger audit_log_only_grows before update or delete or truncate on audit_log for each statement execute function refuse_audit_log_change()',
];
