import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { readMessage, readTransaction } from '@staking-agent/verify';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { StoreKind } from './0001-to-0006.ts';
import { run } from './0001-to-0006.ts';

/**
 * One table of builds and one of their forms in place of five, and keys without holders.
 *
 * Carries over answered keys, transactions that were pending, claims and the uses of the hour. Needs a stop of all replicas
 * for two minutes before it, after which nothing is out any more; what is carried over is looked up once more.
 */
export function buildsFormsKeys(kind: StoreKind): Migration {
  return {
    async up(db: Kysely<Former>) {
      await run(db, CREATED);
      const now = NOW[kind];
      await sql`insert into keys (key_hash, fingerprint, status, body, created_at)
        select key_hash, fingerprint, status, body, created_at from idempotency_records where status is not null`.execute(
        db,
      );
      await carryPending(db, now);
      await carryClaims(db, now);
      await carryUses(db, now);
      await run(db, DROPPED);
    },
  };
}

const DROPPED = [
  'drop table "idempotency_records"',
  'drop table "pending_transactions"',
  'drop table "pending_attributions"',
  'drop table "value_uses"',
  'drop table "build_forms"',
  'drop table "displaced_forms"',
];

const NOW = {
  sqlite: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  postgresql: sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
} as const;

const CREATED = [
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

/** The columns of former tables that are read here; dropped with them. */
type Former = {
  pending_transactions: {
    signature: string;
    route: string;
    signed_transaction: string | null;
    last_valid_block_height: string;
    created_at: number;
  };
  build_forms: {
    message_hash: string;
    form: string | null;
    signature: string | null;
    built: string | null;
    context_slot: string | null;
  };
  builds: { id: string; wallet: string; message: string; context_slot: string; created_at: number };
  forms: {
    id: string;
    build_id: string;
    kind: string;
    base_id: string | null;
    state: string;
    last_valid_block_height: string;
    signature: string;
    signed_transaction: string | null;
    channel: string;
    is_taken: number;
    due_at: number;
    sent_at: number;
    created_at: number;
    changed_at: number;
  };
};

type Pending = Former['pending_transactions'];
type FormerForm = Former['build_forms'];

/** Carries over forms that may have been sent, as `sent` and due, so that their end is looked up. */
async function carryPending(db: Kysely<Former>, now: (typeof NOW)[StoreKind]): Promise<void> {
  const pending = await db
    .selectFrom('pending_transactions')
    .select(['signature', 'route', 'signed_transaction', 'last_valid_block_height', 'created_at'])
    .where('route', 'in', ['ledger', 'handed', 'router'])
    .execute();
  for (const row of pending) {
    const former = await db
      .selectFrom('build_forms')
      .select(['message_hash', 'form', 'signature', 'built', 'context_slot'])
      .where('signature', '=', row.signature)
      .executeTakeFirst();
    const { build, form } = carryOne(row, former);
    await db
      .insertInto('builds')
      .values(build)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('forms')
      .values({ ...form, due_at: sql<number>`${now}`, changed_at: sql<number>`${now}` })
      // Of one build one form is out; the end of another one is on the ledger.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** A transaction whose message is not known is named by its signature, and has no message by which edits are recognised. */
function carryOne(row: Pending, former: FormerForm | undefined) {
  const { signature, signed_transaction, last_valid_block_height, created_at } = row;
  const signed = signed_transaction === null ? undefined : readTransaction(signed_transaction);
  const name = signed && createHash('sha256').update(signed.messageBytes).digest('base64url');
  const id = name ?? former?.form ?? signature;
  const built = former?.built ?? (signed ? Buffer.from(signed.messageBytes).toString('base64') : '');
  const [payer] = built === '' ? [] : readMessage(Buffer.from(built, 'base64')).keys;
  const build_id = former?.built == null ? id : former.message_hash;
  const build = {
    id: build_id,
    wallet: payer === undefined ? '' : base58.encode(payer),
    message: built,
    context_slot: former?.context_slot ?? '0',
    created_at,
  };
  const form = {
    id,
    build_id,
    kind: id === build_id ? 'built' : 'edited',
    base_id: id === build_id ? null : build_id,
    state: 'sent',
    last_valid_block_height,
    signature,
    signed_transaction,
    channel: row.route === 'ledger' ? 'ledger' : 'router',
    is_taken: row.route === 'router' ? 1 : 0,
    sent_at: created_at,
    created_at,
  };
  return { build, form };
}

/** Claims that wait for their stake: on the form that is there, or on one of their own that is looked for. */
async function carryClaims(db: Kysely<Former>, now: (typeof NOW)[StoreKind]): Promise<void> {
  await sql`update forms set
    partner_id = (select partner_id from pending_attributions where message_hash = forms.id),
    referral_code = (select referral_code from pending_attributions where message_hash = forms.id)
    where id in (select message_hash from pending_attributions)`.execute(db);
  await sql`update builds set wallet = coalesce(
    (select min(p.wallet) from pending_attributions p join forms f on f.id = p.message_hash where f.build_id = builds.id), '')
    where wallet = ''`.execute(db);
  await sql`insert into builds (id, wallet, message, context_slot, created_at)
    select message_hash, wallet, '', '0', created_at from pending_attributions
    where message_hash not in (select id from forms) and message_hash not in (select id from builds)`.execute(
    db,
  );
  await sql`insert into forms (id, build_id, kind, state, last_valid_block_height, signature, is_taken, due_at, partner_id,
    referral_code, created_at, changed_at)
    select message_hash, message_hash, 'built', 'offered', '0', signature, 0, due_at, partner_id, referral_code, created_at, ${now}
    from pending_attributions where message_hash not in (select id from forms)`.execute(db);
}

/** Uses of the last hour: on the form that is there, or on one of their own. */
async function carryUses(db: Kysely<Former>, now: (typeof NOW)[StoreKind]): Promise<void> {
  const recent = sql`created_at > ${now} - 3600000`;
  await sql`update forms set
    strategy = (select strategy from value_uses where signature = forms.signature),
    staked = (select amount from value_uses where signature = forms.signature),
    sent_at = (select created_at from value_uses where signature = forms.signature)
    where state = 'sent' and signature in (select signature from value_uses where ${recent})`.execute(db);
  const others = sql`from value_uses where ${recent}
    and signature not in (select signature from forms where state = 'sent')`;
  await sql`insert into builds (id, wallet, message, context_slot, created_at)
    select signature, '', '', '0', created_at ${others}`.execute(db);
  await sql`insert into forms (id, build_id, kind, state, last_valid_block_height, signature, is_taken, strategy, staked,
    sent_at, created_at, changed_at)
    select signature, signature, 'built', 'landed', '0', signature, 0, strategy, amount, created_at, created_at, ${now}
    ${others}`.execute(db);
}
