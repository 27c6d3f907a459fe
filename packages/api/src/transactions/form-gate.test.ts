import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { SYSTEM_RANDOM } from '../keys/random.ts';
import { createBuildForms } from '../store/build-forms.ts';
import { SQLITE_FILE } from '../store/open-store.ts';
import { createPendingTransactions } from '../store/pending-transactions.ts';
import { type FormOfBuild, startFormGate } from './form-gate.ts';
import { createOutbox } from './outbox.ts';

const BUILT = Buffer.from('built');
const toForm = (message: string): FormOfBuild => ({
  built: BUILT,
  message: Buffer.from(message),
  signature: `signature of ${message}`,
  lastValidBlockHeight: 7n,
  contextSlot: 1n,
});
const AS_BUILT = toForm('built');

/** A gate on a file, on a ledger that says nothing of any transaction. */
async function startGate(t: TestContext, clock = STEADY_CLOCK) {
  const at = await sqlitePlace(t);
  const store = await openPatientStore(at);
  t.after(() => store.close());
  const log = pino({ level: 'silent' });
  const pending = createPendingTransactions(store);
  const outbox = createOutbox({ pending, log, clock, random: SYSTEM_RANDOM, onSetBack: assert.fail });
  const ledger = { byHealth: () => [] };
  const blockhash = { blockHeight: () => undefined };
  const forms = createBuildForms(store);
  const gate = startFormGate({ forms, outbox, ledger, blockhash, clock, log });
  t.after(() => gate.close());
  const lock = () => {
    const database = new DatabaseSync(join(at.dataDirectory, SQLITE_FILE));
    database.exec('BEGIN IMMEDIATE');
    return { release: () => database.close() };
  };
  return { gate, outbox, lock, log, forms, ledger, blockhash };
}

test('while the store takes no writes no edit is sent, and what was built is, and counts once it is back', async (t) => {
  const { gate, outbox, lock } = await startGate(t);
  const locked = lock();
  await assert.rejects(gate.reserve(toForm('edit')), { code: 'STORE_UNAVAILABLE' });
  const { lastValidBlockHeight } = await gate.reserve(AS_BUILT);
  assert.equal(lastValidBlockHeight, 7n);
  locked.release();
  await outbox.refresh();
  await assert.rejects(gate.reserve(toForm('edit')), {
    code: 'OTHER_FORM_SENT',
    members: { first: { signature: AS_BUILT.signature, outcome: 'unknown' } },
  });
  assert.equal(await gate.replace(BUILT, undefined), false);
});

test('a store that hangs keeps no edit and no refresh waiting for over two seconds', async (t) => {
  const { outbox, log, ledger, blockhash, forms } = await startGate(t);
  const clock = createManualClock();
  const never = () => new Promise<never>(() => undefined);
  const hanging = { ...forms, reserve: never, read: never, findBuild: never };
  const outboxOfGate = { ...outbox, remember: async () => undefined };
  const gate = startFormGate({ forms: hanging, outbox: outboxOfGate, ledger, blockhash, clock, log });
  t.after(() => gate.close());
  assert.equal((await gate.reserve(AS_BUILT)).lastValidBlockHeight, 7n);
  const works = [
    gate.reserve(toForm('edit')).catch(({ code }) => code),
    gate.read(BUILT).catch(({ code }) => code),
    gate.findBuild(AS_BUILT.signature).catch(({ code }) => code),
  ];
  await clock.pass(2_000);
  assert.deepEqual(await Promise.all(works), ['STORE_UNAVAILABLE', 'STORE_UNAVAILABLE', 'STORE_UNAVAILABLE']);
});

test('the build of what was refused, or given back, is found by its signature', async (t) => {
  const { gate } = await startGate(t);
  const build = { message: BUILT.toString('base64'), contextSlot: 1n };
  const first = await gate.reserve(toForm('one'));
  await assert.rejects(gate.reserve(toForm('two')), { code: 'OTHER_FORM_SENT' });
  assert.deepEqual(await gate.findBuild('signature of two'), build);
  await first.giveBack('not_sent');
  await gate.reserve(toForm('three'));
  assert.deepEqual(await gate.findBuild('signature of one'), build);
  assert.equal(await gate.findBuild('signature of what never came'), undefined);
});

test('what is given back counts no more, and only where nobody has the bytes', async (t) => {
  const { gate } = await startGate(t);
  for (const outcome of ['unknown', undefined] as const) {
    const reservation = await gate.reserve(toForm('one'));
    await reservation.giveBack(outcome);
    await assert.rejects(gate.reserve(toForm('two')), { code: 'OTHER_FORM_SENT' });
  }
  const late = await gate.reserve(toForm('one'));
  await late.giveBack('not_sent');
  await assert.rejects(gate.reserve(toForm('two')), { code: 'OTHER_FORM_SENT' });
});
