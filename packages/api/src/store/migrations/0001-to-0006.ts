import { type QueryExecutorProvider, sql } from 'kysely';

/** The database behind the store: types and functions of its dialect differ. */
export type StoreKind = 'sqlite' | 'postgresql';

/** Runs statements one after the other; the lines of one are one line to the database. */
export async function run(db: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement.replaceAll(/\n\s+/g, ' ')).execute(db);
}

/** In SQLite an integer primary key is the row's own number, and costs nothing. */
const ID = {
  sqlite: 'integer primary key',
  postgresql: 'bigint generated always as identity primary key',
} as const;

/** Idempotency keys, transactions that are not settled yet, partners, referrals, attributions, captured APY. */
export function listDurableState(kind: StoreKind): readonly string[] {
  return [
    `create table "idempotency_records" ("id" ${ID[kind]}, "key_hash" text not null unique,
      "fingerprint" text not null, "holder" text not null, "leased_until" bigint not null,
      "created_at" bigint not null, "status" integer, "body" text)`,
    `create table "pending_transactions" ("signature" text primary key, "route" text not null,
      "signed_transaction" text, "last_valid_block_height" text not null, "holder" text not null,
      "leased_until" bigint not null, "created_at" bigint not null)`,
    `create table "partners" ("id" text primary key, "name" text not null, "key_hash" text not null unique,
      "key_last4" text not null, "former_key_hash" text unique, "former_key_until" bigint,
      "created_at" bigint not null, "deactivated_at" bigint)`,
    `create table "referral_codes" ("code" text primary key, "wallet" text not null,
      "created_at" bigint not null, "retired_at" bigint)`,
    `create table "pending_attributions" ("message_hash" text primary key, "wallet" text not null,
      "partner_id" text references "partners" ("id"), "referral_code" text, "signature" text,
      "due_at" bigint not null, "created_at" bigint not null)`,
    `create index "pending_attributions_by_due_at" on "pending_attributions" ("due_at")`,
    `create index "pending_attributions_by_wallet" on "pending_attributions" ("wallet")`,
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
  ];
}

/** The operator's stops, and an append-only log of the operator's commands. */
export function listOperatorSafety(kind: StoreKind): readonly string[] {
  return [
    `create table "stops" ("target" text primary key, "reason" text not null, "created_at" bigint not null)`,
    `create table "audit_log" ("id" ${ID[kind]}${kind === 'sqlite' ? ' autoincrement' : ''},
      "created_at" bigint not null, "operator" text not null, "command" text not null)`,
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

/** The operator's value limits by strategy, and the value used within the hour. */
export const VALUE_LIMITS = [
  `create table "value_limits" ("strategy" text not null, "span" text not null, "amount" text,
    "created_at" bigint not null, constraint "value_limits_pkey" primary key ("strategy", "span"))`,
  `create table "value_uses" ("signature" text primary key, "strategy" text not null,
    "amount" bigint not null, "holders" integer not null, "created_at" bigint not null)`,
  `create index "value_uses_by_time" on "value_uses" ("strategy", "created_at", "amount")`,
];

/** The fate of each build: the signed form that may have been sent, and the build that replaced it. */
export const BUILD_FORMS = [
  `create table "build_forms" ("message_hash" text primary key, "form" text, "signature" text,
    "last_valid_block_height" text not null, "holders" integer not null, "replaced_at" bigint,
    "successor" text, "created_at" bigint not null)`,
  `create index "build_forms_by_time" on "build_forms" ("created_at")`,
  `delete from pending_transactions where route in ('edit', 'replaced')`,
];

/** The built message of each broadcast build, so that a signature of one form finds the others. */
export const BUILT_MESSAGES = [
  `alter table "build_forms" add column "built" text`,
  `alter table "build_forms" add column "context_slot" text`,
  `create index "build_forms_by_signature" on "build_forms" ("signature")`,
];

/** Signatures of forms of which another one holds the place of their build, or may take it, and what was built. */
export const DISPLACED_FORMS = [
  `create table "displaced_forms" ("signature" text primary key, "built" text not null,
    "context_slot" text not null, "created_at" bigint not null)`,
  `create index "displaced_forms_by_time" on "displaced_forms" ("created_at")`,
];
