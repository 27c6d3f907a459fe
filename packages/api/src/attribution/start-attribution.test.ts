import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { openSqliteHere } from '../../test/open-sqlite-here.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { settle } from '../../test/settle.ts';
import { createBuilds } from '../store/builds.ts';
import { createPartners } from '../store/partners.ts';
import { createPartnerKey, hashPartnerKey, type PartnerKeySecret, startAttribution } from './attribution.ts';

const SECRET = { kid: 's', secret: Buffer.alloc(32, 1) } as unknown as PartnerKeySecret;
const KEY = createPartnerKey();
const CLAIM = { partnerId: 'one', referralCode: undefined };

/** Attribution on a file, by a clock that a test moves. */
async function start(t: TestContext) {
  const store = await openPatientStore(await sqlitePlace(t), { openFile: openSqliteHere });
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
  const { ledger } = createScriptedLedger([{}]);
  const builds = createBuilds(store);
  const attribution = startAttribution({
    store,
    builds,
    ledger,
    async readEnds(signatures) {
      assert.ok(!facts.isLedgerAway, 'the ledger is away');
      return signatures.map(() => ({ kind: facts.hasLanded ? 'landed' : 'absent' }));
    },
    clock,
    secrets: [SECRET],
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
    onResolved: (outcome) => void resolved.push(outcome),
  });
  t.after(() => attribution.close());
  /** Offers a form with a claim and the signature that its wallet showed, due at once. */
  const offer = async (id: string) => {
    const build = { id, wallet: `wallet of ${id}`, message: id, contextSlot: 1n };
    await builds.offer(build, { id, lastValidBlockHeight: 1n, claim: CLAIM });
    await store.db
      .updateTable('forms')
      .set({ signature: `s-${id}` })
      .where('id', '=', id)
      .execute();
    await builds.setDue([id], 0);
  };
  return { attribution, builds, store, clock, logged, resolved, facts, offer };
}

/** Waits for what the store is asked in turns of its own. */
async function settled(clock: { pass(milliseconds: number): Promise<void> }, isDone: () => boolean) {
  for (let i = 0; i < 500 && !isDone(); i += 1) await clock.pass(0);
  assert.ok(isDone());
}

test('claims are resolved every two seconds, and a round that fails is logged', async (t) => {
  const { clock, resolved, facts, logged, offer } = await start(t);
  await clock.pass(0);
  await offer('a');
  facts.isLedgerAway = true;
  await clock.pass(2_000);
  await settled(clock, () => logged.length === 1);
  assert.deepEqual([logged, resolved], [['attribution claims not resolved'], []]);
});

test('without the store nothing is promised', async (t) => {
  const { attribution, store } = await start(t);
  await sql`DROP TABLE partners`.execute(store.db);
  const { end, detail } = await settle(
    attribution.resolve({ partnerKey: KEY, referralCode: undefined }, 'w'),
  );
  assert.equal(end, 'STORE_UNAVAILABLE');
  assert.match(detail ?? '', /attribution|partner|referr/i);
});

test('no round begins after the end', async (t) => {
  const { attribution, builds, clock, resolved, facts, offer } = await start(t);
  await clock.pass(0);
  await attribution.close();
  await offer('a');
  facts.hasLanded = true;
  await clock.pass(10_000);
  assert.deepEqual([resolved, await builds.countClaims()], [[], 1]);
});

test('beyond a hundred thousand claims there is no room for more, until a count a minute later', async (t) => {
  const { attribution, store, clock } = await start(t);
  const turns = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 500) await clock.pass(500);
  };
  await turns(2_000);
  await sql`
    INSERT INTO builds (id, wallet, message, context_slot, created_at) VALUES ('b', 'w', 'm', '1', 9e15)`.execute(
    store.db,
  );
  await sql`
    INSERT INTO forms (id, build_id, kind, state, last_valid_block_height, is_taken, partner_id, created_at, changed_at, due_at)
    WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 100000)
    SELECT 'form' || i, 'b', 'edited', 'offered', '1', 0, 'one', 9e15, 9e15, 9e15 FROM number`.execute(
    store.db,
  );
  assert.equal(attribution.hasRoom(), true, 'it was not counted since');
  await turns(62_000);
  assert.equal(attribution.hasRoom(), false);
  await sql`DELETE FROM forms WHERE id <> 'form1'`.execute(store.db);
  await turns(50_000);
  assert.equal(attribution.hasRoom(), false);
  await turns(12_000);
  assert.equal(attribution.hasRoom(), true);
});
