import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { StoreKind } from '../schema.ts';

/** Idempotency keys, transactions that are not settled yet, partners, referrals, attributions, captured APY. */
export function durableState(kind: StoreKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createIdempotencyRecords(db, kind);
      await createPendingTransactions(db);
      await createPartners(db);
      await createAttributions(db);
      await createApyCaptures(db);
    },
  };
}

async function createIdempotencyRecords({ schema }: Kysely<unknown>, kind: StoreKind): Promise<void> {
  const table = schema.createTable('idempotency_records');
  // In SQLite an integer primary key is the row's own number, and costs nothing.
  const withId =
    kind === 'sqlite'
      ? table.addColumn('id', 'integer', (id) => id.primaryKey())
      : table.addColumn('id', 'bigint', (id) => id.primaryKey().generatedAlwaysAsIdentity());
  await withId
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .execute();
}

async function createPendingTransactions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('pending_transactions')
    .addColumn('signature', 'text', (column) => column.primaryKey())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('signed_transaction', 'text')
    .addColumn('last_valid_block_height', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createPartners({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('partners')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('key_last4', 'text', (column) => column.notNull())
    .addColumn('former_key_hash', 'text', (column) => column.unique())
    .addColumn('former_key_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deactivated_at', 'bigint')
    .execute();
  await schema
    .createTable('referral_codes')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('wallet', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute();
}

async function createAttributions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('pending_attributions')
    .addColumn('message_hash', 'text', (column) => column.primaryKey())
    .addColumn('wallet', 'text', (column) => column.notNull())
    .addColumn('partner_id', 'text', (column) => column.references('partners.id'))
    .addColumn('referral_code', 'text')
    .addColumn('signature', 'text')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('pending_attributions_by_due_at')
    .on('pending_attributions')
    .column('due_at')
    .execute();
  await schema
    .createIndex('pending_attributions_by_wallet')
    .on('pending_attributions')
    .column('wallet')
    .execute();
  await schema
    .createTable('attributions')
    .addColumn('wallet', 'text', (column) => column.primaryKey())
    .addColumn('partner_id', 'text', (column) => column.references('partners.id'))
    .addColumn('referral_code', 'text')
    .addColumn('referrer', 'text')
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('attributions_by_partner')
    .on('attributions')
    .columns(['partner_id', 'created_at'])
    .execute();
  await schema
    .createIndex('attributions_by_referrer')
    .on('attributions')
    .columns(['referrer', 'created_at'])
    .execute();
}

async function createApyCaptures({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('apy_captures')
    .addColumn('strategy', 'text', (column) => column.notNull())
    .addColumn('ledger', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('epoch_started_at', 'bigint', (column) => column.notNull())
    .addColumn('asset_per_receipt', 'text', (column) => column.notNull())
    .addColumn('sol_per_receipt', 'text', (column) => column.notNull())
    .addColumn('apy', 'double precision')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('apy_captures_pk', ['strategy', 'ledger', 'epoch'])
    .execute();
}
