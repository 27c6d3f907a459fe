import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { base58 } from '@scure/base';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { pino } from 'pino';
import { forEachStore, type StoreMaker } from '../../../test/for-each-store.ts';
import { createManualClock } from '../../../test/manual-clock.ts';
import { part } from '../../../test/part.ts';
import { createScriptedLedger } from '../../../test/scripted-ledger.ts';
import { createTinyTransaction } from '../../../test/tiny-transaction.ts';
import { startResend } from '../../sending/resend.ts';
import { createBuilds } from '../builds.ts';
import type { Store } from '../open.ts';
import { createMigrations } from './index.ts';

const HOUR = 3_600_000;
/** The message of a build of which an edit was sent. */
const BUILT = Buffer.from(createTinyTransaction(3, 4), 'base64').subarray(65).toString('base64');
const hashOf = (base64: string) => {
  // One signature, which a count of one byte precedes.
  const message = Buffer.from(base64, 'base64').subarray(65);
  return createHash('sha256').update(message).digest('base64url');
};

/** An open store as the release before left it, and the way to this one. */
async function openFormer(t: TestContext, maker: StoreMaker) {
  const store = await maker.open(t);
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true });
  // Tables that refer to others first.
  for (const { name } of tables.toSorted((a, b) => Number(b.name === 'forms') - Number(a.name === 'forms'))) {
    const cascade = store.kind === 'postgresql' ? sql` cascade` : sql``;
    await sql`drop table ${sql.table(name)}${cascade}`.execute(store.db);
  }
  if (store.kind === 'postgresql') await sql`drop function refuse_audit_log_change`.execute(store.db);
  const provider = { getMigrations: async () => createMigrations(store.kind) };
  const migrator = new Migrator({ db: store.db, provider });
  const before = await migrator.migrateTo('0006-displaced-forms');
  if (before.error !== undefined) throw before.error;
  return {
    ...store,
    async migrate() {
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

async function insert(db: Kysely<never>, table: string, row: Row): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}

const pending = (signature: string, route: string, signed: string | null = null) => ({
  signature,
  route,
  signed_transaction: signed,
  last_valid_block_height: '1000',
  holder: '',
  leased_until: 0,
  created_at: 5,
});

/** Lets a replica follow what is due, on a ledger where everything landed. */
async function settleCarried(t: TestContext, store: Store): Promise<void> {
  const { ledger } = createScriptedLedger([
    {
      getSignatureStatuses: ([signatures]) => ({
        context: { slot: 900 },
        value: (signatures as readonly string[]).map(() => ({ err: null, confirmationStatus: 'confirmed' })),
      }),
    },
  ]);
  const clock = createManualClock();
  const builds = createBuilds(store);
  const settled = Promise.withResolvers<void>();
  const resending = startResend({
    ...{
      ledger,
      builds,
      clock,
      horizon: { mayBeLost: () => false, sinceTakeover: () => 'newer' },
      onResend: () => undefined,
    },
    blockhash: part({ blockHeight: () => 1n }),
    log: pino({ level: 'silent' }),
    onSettled: () => settled.resolve(),
  });
  t.after(() => clock.passUntil(resending.close()));
  await clock.passUntil(settled.promise);
}

forEachStore((maker) => {
  test('what a release before wrote is carried over', async (t) => {
    const former = await openFormer(t, maker);
    const db = former.db as unknown as Kysely<never>;
    const base64 = createTinyTransaction(3, 1);
    const wallet = base58.encode(new Uint8Array(32).fill(3));
    const edited = createTinyTransaction(3, 2);
    const key = { fingerprint: 'f', holder: '', leased_until: 0, created_at: 7 };
    await insert(db, 'idempotency_records', { key_hash: 'answered', ...key, status: 200, body: '{}' });
    await insert(db, 'idempotency_records', { key_hash: 'open', ...key, status: null, body: null });
    await insert(db, 'pending_transactions', pending('plain', 'ledger', base64));
    await insert(db, 'pending_transactions', pending('edit', 'ledger', edited));
    await insert(db, 'pending_transactions', pending('handed', 'handed'));
    for (const route of ['settled', 'refused', 'process']) {
      await insert(db, 'pending_transactions', pending(route, route));
    }
    const form = { last_valid_block_height: '1000', holders: 1, created_at: 5, context_slot: '77' };
    await insert(db, 'build_forms', {
      ...form,
      message_hash: 'base',
      form: hashOf(edited),
      signature: 'edit',
      built: BUILT,
    });
    const claim = { partner_id: null, referral_code: 'CODE', due_at: 9, created_at: 8 };
    await insert(db, 'pending_attributions', {
      ...claim,
      message_hash: hashOf(base64),
      wallet,
      signature: 'plain',
    });
    await insert(db, 'pending_attributions', {
      ...claim,
      message_hash: 'unsent',
      wallet: 'W',
      signature: null,
    });
    const recent = Date.now() - HOUR / 2;
    const use = { strategy: 'usdc-earn', holders: 1 };
    await insert(db, 'value_uses', { ...use, signature: 'handed', amount: 30, created_at: recent });
    await insert(db, 'value_uses', { ...use, signature: 'landed', amount: 12, created_at: recent });
    await insert(db, 'value_uses', { ...use, signature: 'old', amount: 5, created_at: recent - HOUR });

    await former.migrate();

    const keys = await former.db.selectFrom('keys').selectAll().execute();
    assert.deepEqual(
      keys.map((row) => ({ ...row })),
      [{ key_hash: 'answered', fingerprint: 'f', status: 200, body: '{}', created_at: 7 }],
    );
    const forms = await former.db.selectFrom('forms').selectAll().orderBy('signature').execute();
    const shown = forms.map((row) => [row.signature, row.state, row.kind, row.channel, row.referral_code]);
    assert.deepEqual(
      shown.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
      [
        ['edit', 'sent', 'edited', 'ledger', null],
        ['handed', 'sent', 'built', 'router', null],
        ['landed', 'landed', 'built', null, null],
        [null, 'offered', 'built', null, 'CODE'],
        ['plain', 'sent', 'built', 'ledger', 'CODE'],
      ],
    );
    const named = new Map(forms.map((row) => [row.signature, row]));
    assert.equal(named.get('plain')?.id, hashOf(base64));
    assert.equal(named.get('edit')?.base_id, 'base');
    assert.ok(forms.every(({ state, due_at }) => (state === 'sent') === (due_at !== null && due_at > 9)));
    assert.equal(named.get(null)?.due_at, 9);
    const builds = await former.db.selectFrom('builds').selectAll().execute();
    const build = (id: string | undefined) => builds.find((each) => each.id === id);
    assert.equal(build(hashOf(base64))?.wallet, wallet);
    assert.equal(build('base')?.wallet, wallet);
    assert.deepEqual([build('base')?.message, build('base')?.context_slot], [BUILT, '77']);
    assert.equal(build('unsent')?.wallet, 'W');
    const counted = forms.filter(({ staked }) => staked !== null).map((row) => [row.staked, row.sent_at]);
    assert.deepEqual(counted.toSorted(), [
      [12, recent],
      [30, recent],
    ]);
    await settleCarried(t, former);
    const ends = await former.db.selectFrom('forms').select('state').where('id', '<>', 'unsent').execute();
    assert.deepEqual(
      new Set(ends.map(({ state }) => state)),
      new Set(['landed']),
      'each is followed to its end',
    );
    const left = await former.db.introspection.getTables();
    assert.ok(!left.some(({ name }) => ['value_uses', 'build_forms', 'displaced_forms'].includes(name)));
  });

  test('an empty store is carried over too', async (t) => {
    const former = await openFormer(t, maker);
    await former.migrate();
    assert.deepEqual(await former.db.selectFrom('forms').selectAll().execute(), []);
  });
});
