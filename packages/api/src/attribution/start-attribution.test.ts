import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { base58 } from '@scure/base';
import { sql } from 'kysely';
import { pino } from 'pino';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { keyOf, printTransaction } from '../../test/message-bytes.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { openSqliteHere } from '../../test/open-sqlite-here.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { settle } from '../../test/settle.ts';
import { createPartners } from '../store/partners.ts';
import { createPartnerKey, hashPartnerKey, type PartnerKeySecret } from './partner-key.ts';
import { type BroadcastAs, startAttribution } from './start-attribution.ts';

const SECRET = { kid: 's', secret: Buffer.alloc(32, 1) } as unknown as PartnerKeySecret;
const KEY = createPartnerKey();
const CLAIM = { partnerId: 'one', referralCode: undefined };
const MESSAGE = Buffer.from('message');
const WALLET = keyOf(3);

/** Attribution on a file, by a clock that a test moves. */
async function start(t: TestContext) {
  const gate: { open?: Promise<void> } = {};
  const store = await openPatientStore(await sqlitePlace(t), {
    async openFile(path) {
      const file = await openSqliteHere(path);
      return {
        ...file,
        async run(...words) {
          await gate.open;
          return await file.run(...words);
        },
      };
    },
  });
  t.after(() => store.close());
  await createPartners(store).add({
    id: 'one',
    name: 'n',
    keyHash: hashPartnerKey(SECRET, KEY),
    last4: 'aaaa',
  });
  const clock = createManualClock();
  const logged: string[] = [];
  const resolved: string[] = [];
  const facts = { isLedgerAway: false, hasLanded: false };
  const { ledger } = createScriptedLedger([
    {
      getSignatureStatuses([signatures]) {
        assert.ok(!facts.isLedgerAway, 'the ledger is away');
        const landed = facts.hasLanded ? { err: null, confirmationStatus: 'confirmed' } : null;
        return { value: (signatures as readonly string[]).map(() => landed) };
      },
    },
  ]);
  const attribution = startAttribution({
    store,
    ledger,
    clock,
    secrets: [SECRET],
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
    onResolved: (outcome) => void resolved.push(outcome),
  });
  t.after(() => attribution.close());
  const rows = async () => {
    const query = store.db.selectFrom('pending_attributions');
    const all = await query.select(['wallet', 'partner_id', 'referral_code', 'signature']).execute();
    return all.map((row) => ({ ...row }));
  };
  const note = async (as: BroadcastAs, claim: typeof CLAIM | undefined = CLAIM, signature = 'sig') => {
    attribution.noteBroadcast(claim, { message: MESSAGE, signers: [WALLET], signature }, as);
    for (let i = 0; i < 5; i += 1) await clock.pass(0);
  };
  return { attribution, store, clock, logged, resolved, facts, gate, rows, note };
}

const ROW = { wallet: base58.encode(WALLET), partner_id: 'one', referral_code: null, signature: null };
const RECORDED = [CLAIM, ROW.wallet, printTransaction(MESSAGE)] as const;

/** Waits for what the store is asked in turns of its own. */
async function settled(clock: { pass(milliseconds: number): Promise<void> }, isDone: () => boolean) {
  for (let i = 0; i < 500 && !isDone(); i += 1) await clock.pass(0);
  assert.ok(isDone());
}

test('a claim is recorded with its build, and signed by its broadcast', async (t) => {
  const { attribution, rows, note } = await start(t);
  await attribution.record(...RECORDED);
  assert.deepEqual(await rows(), [ROW]);
  await note('built');
  assert.deepEqual(await rows(), [{ ...ROW, signature: 'sig' }]);
});

test('a broadcast that nobody claims is not recorded', async (t) => {
  const { rows, note } = await start(t);
  await note('landed');
  assert.deepEqual(await rows(), [], 'what landed before it came has no claim of its own');
  const { rows: others, attribution } = await start(t);
  attribution.noteBroadcast(undefined, { message: MESSAGE, signers: [WALLET], signature: 's' }, 'built');
  await attribution.close();
  assert.deepEqual(await others(), []);
});

test('what landed before it came gives its signature to the claim that is recorded', async (t) => {
  const { attribution, rows, note } = await start(t);
  await attribution.record({ partnerId: undefined, referralCode: 'FRIEND' }, ROW.wallet, RECORDED[2]);
  await note('landed');
  assert.deepEqual(await rows(), [{ ...ROW, partner_id: null, referral_code: 'FRIEND', signature: 'sig' }]);
});

test('an edit takes the place of no claim', async (t) => {
  const { attribution, rows, note } = await start(t);
  await note('edited', CLAIM, 'first');
  await note('edited', CLAIM, 'second');
  assert.deepEqual(await rows(), [{ ...ROW, signature: 'first' }]);
  await attribution.close();
});

test('claims are resolved every two seconds, and a round that fails is logged', async (t) => {
  const { clock, resolved, facts, logged, note } = await start(t);
  await clock.pass(0);
  await note('built');
  assert.deepEqual(resolved, []);
  facts.isLedgerAway = true;
  await clock.pass(2_000);
  await settled(clock, () => logged.length === 1);
  assert.deepEqual([logged, resolved], [['attribution claims not resolved'], []]);
});

test('a claim is credited in the round after its broadcast', async (t) => {
  const { clock, resolved, note, facts } = await start(t);
  await clock.pass(0);
  await note('built');
  facts.hasLanded = true;
  await clock.pass(5_000);
  await settled(clock, () => resolved.length === 1);
  assert.deepEqual(resolved, ['credited']);
});

test('a partner is found by its key, and credited for a wallet', async (t) => {
  const { attribution } = await start(t);
  assert.equal(await attribution.findPartner(KEY), 'one');
  const asked = { partnerKey: KEY, referralCode: undefined };
  assert.deepEqual(await attribution.resolve(asked, 'w'), { partnerId: 'one', referralCode: undefined });
});

test('without the store nothing is promised, and no broadcast fails', async (t) => {
  const { attribution, store, logged, note } = await start(t);
  await sql`DROP TABLE partners`.execute(store.db);
  await sql`DROP TABLE pending_attributions`.execute(store.db);
  const asked = { partnerKey: KEY, referralCode: undefined };
  const purpose = /attribution|partner|referr/i;
  for (const work of [attribution.resolve(asked, 'w'), attribution.record(...RECORDED)]) {
    const { end, detail } = await settle(work);
    assert.equal(end, 'STORE_UNAVAILABLE');
    assert.match(detail ?? '', purpose);
  }
  await note('built');
  await attribution.close();
  assert.ok(logged.includes('attribution_unpersisted'));
});

test('an end waits for what is being noted, and no round begins after it', async (t) => {
  const { attribution, clock, rows, resolved, facts, gate } = await start(t);
  await clock.pass(0);
  const held = Promise.withResolvers<void>();
  gate.open = held.promise;
  let isClosed = false;
  attribution.noteBroadcast(CLAIM, { message: MESSAGE, signers: [WALLET], signature: 'sig' }, 'built');
  const closed = attribution.close().then(() => {
    isClosed = true;
  });
  await clock.pass(0);
  assert.equal(isClosed, false);
  held.resolve();
  await closed;
  assert.deepEqual(await rows(), [{ ...ROW, signature: 'sig' }]);
  facts.hasLanded = true;
  await clock.pass(10_000);
  assert.deepEqual([resolved, await rows()], [[], [{ ...ROW, signature: 'sig' }]]);
});

test('beyond a hundred thousand claims none is recorded at a build, until a count a minute later', async (t) => {
  const { attribution, store, clock, rows } = await start(t);
  const count = async () =>
    Number(
      (await sql<{ n: number }>`SELECT count(*) AS n FROM pending_attributions`.execute(store.db)).rows[0]?.n,
    );
  await sql`
    INSERT INTO pending_attributions (message_hash, wallet, created_at, due_at)
    WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 99999)
    SELECT 'hash' || i, 'w', 9e15, 9e15 FROM number`.execute(store.db);
  const record = async (name: string) =>
    await attribution.record(CLAIM, ROW.wallet, printTransaction(Buffer.from(name)));
  const turns = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 500) await clock.pass(500);
  };
  await record('a');
  assert.equal(await count(), 100_000, 'it was not counted since');
  await turns(58_000);
  await record('b');
  assert.equal(await count(), 100_001);
  await turns(4_000);
  await record('c');
  assert.equal(await count(), 100_001);
  await sql`DELETE FROM pending_attributions`.execute(store.db);
  await turns(50_000);
  await record('c');
  assert.deepEqual(await rows(), []);
  await turns(12_000);
  await record('c');
  assert.equal((await rows()).length, 1);
});
