import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { readMessage, readTransaction } from '@staking-agent/verify';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { StoreKind } from '../schema.ts';

/**
 * One table of builds and one of their forms in place of five, and keys without holders.
 *
 * Carries over answered keys, transactions that were pending, claims and the uses of the hour. Needs a stop of all replicas
 * for two minutes before it, after which nothing is out any more; what is carried over is looked up once more.
 */
export function buildsFormsKeys(kind: StoreKind): Migration {
  return {
    async up(db: Kysely<Former>) {
      await createBuilds(db);
      await createForms(db);
      await createKeys(db);
      const now = NOW[kind];
      await sql`insert into keys (key_hash, fingerprint, status, body, created_at)
        select key_hash, fingerprint, status, body, created_at from idempotency_records where status is not null`.execute(
        db,
      );
      await carryPending(db, now);
      await carryClaims(db, now);
      await carryUses(db, now);
      for (const table of DROPPED) await db.schema.dropTable(table).execute();
    },
  };
}

const DROPPED = [
  'idempotency_records',
  'pending_transactions',
  'pending_attributions',
  'value_uses',
  'build_forms',
  'displaced_forms',
];

const NOW = {
  sqlite: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  postgresql: sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
} as const;

async function createBuilds({ schema }: Kysely<Former>): Promise<void> {
  await schema
    .createTable('builds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('wallet', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('context_slot', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createForms({ schema }: Kysely<Former>): Promise<void> {
  await schema
    .createTable('forms')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('build_id', 'text', (column) => column.notNull().references('builds.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('base_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('last_valid_block_height', 'text', (column) => column.notNull())
    .addColumn('signature', 'text')
    .addColumn('signed_transaction', 'text')
    .addColumn('channel', 'text')
    .addColumn('is_taken', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('answer', 'text')
    .addColumn('refusal', 'text')
    .addColumn('partner_id', 'text')
    .addColumn('referral_code', 'text')
    .addColumn('strategy', 'text')
    .addColumn('staked', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string) => schema.createIndex(name).on('forms');
  await index('forms_by_build').column('build_id').execute();
  await index('forms_one_out')
    .unique()
    .column('build_id')
    .where(sql<boolean>`state in ('sent', 'landed')`)
    .execute();
  await index('forms_one_successor')
    .unique()
    .column('base_id')
    .where(sql<boolean>`kind = 'refreshed'`)
    .execute();
  await index('forms_by_signature').column('signature').execute();
  await index('forms_by_due_at').column('due_at').where('due_at', 'is not', null).execute();
  await index('forms_by_change').column('changed_at').execute();
  await index('forms_by_hour')
    .columns(['strategy', 'sent_at', 'staked'])
    .where('strategy', 'is not', null)
    .execute();
}

async function createKeys({ schema }: Kysely<Former>): Promise<void> {
  await schema
    .createTable('keys')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('keys_by_time').on('keys').column('created_at').execute();
}

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

/** What may have been sent, as `sent` and due, so that its end is looked up. */
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
