import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { SYSTEM_RANDOM } from '../keys/random.ts';
import { SQLITE_FILE } from '../store/open-store.ts';
import { createPendingTransactions, type PendingTransactions } from '../store/pending-transactions.ts';
import { StoreFault } from '../store/store-fault.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const MORTAL = { signature: 'signature', lastValidBlockHeight: 7n };
const TRANSACTION = { ...MORTAL, base64: 'AQ==' };

/** An outbox whose patience does not end unless the test lets time pass. */
function outboxOn(pending: PendingTransactions, onSetBack: () => void = assert.fail) {
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  return { clock, outbox: createOutbox({ pending, log, clock, random: SYSTEM_RANDOM, onSetBack }) };
}

async function startOutbox(t: TestContext) {
  const at = await sqlitePlace(t);
  const store = await openPatientStore(at);
  t.after(() => store.close());
  const pending = createPendingTransactions(store);
  const lock = () => {
    const database = new DatabaseSync(join(at.dataDirectory, SQLITE_FILE));
    database.exec('BEGIN IMMEDIATE');
    return { release: () => database.close() };
  };
  const left = async () => {
    await store.db.updateTable('pending_transactions').set({ leased_until: 0 }).execute();
    return await pending.resume('next+', 'next', 1_000);
  };
  return { outbox: outboxOn(pending).outbox, pending, lock, left };
}

test('a store that takes no writes fails no broadcast, and lets nobody call it refused', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  const locked = lock();
  await outbox.add(TRANSACTION);
  await outbox.addHanded({ signature: 'handed', lastValidBlockHeight: 7n });
  await outbox.setTaken('handed');
  assert.equal(await outbox.wasTaken('handed'), false);
  assert.equal(await outbox.withdraw(TRANSACTION.signature), false);
  locked.release();
  assert.deepEqual(await left(), []);
});

test('what the router has while the store is away, nobody calls unsent who sends it directly', async (t) => {
  const { outbox, lock } = await startOutbox(t);
  const locked = lock();
  assert.equal(await outbox.addHanded(MORTAL), true);
  locked.release();
  assert.equal(await outbox.isKnown(TRANSACTION.signature), true);
  assert.equal(await outbox.add(TRANSACTION), true);
  assert.equal(await outbox.withdraw(TRANSACTION.signature), false);
  await outbox.refresh();
  assert.equal(await outbox.isKnown(TRANSACTION.signature), true);
});

test('nothing is refused for good while the store is away, nor what the router has that the store does not know', async (t) => {
  const { outbox, pending, lock } = await startOutbox(t);
  const locked = lock();
  assert.equal(await outbox.refuseUnsent({ ...MORTAL, signature: 'other' }), false);
  await outbox.addHanded(MORTAL);
  locked.release();
  assert.equal(await outbox.refuseUnsent(MORTAL), false);
  assert.equal(await pending.isRefused(MORTAL.signature), false);
  assert.equal(await outbox.refuseUnsent({ ...MORTAL, signature: 'other' }), true);
  assert.equal(await outbox.add({ ...TRANSACTION, signature: 'other' }), false);
});

test('what was sent without the store, which had a refusal of it, is called unsent by nobody from then on', async (t) => {
  const { pending } = await startOutbox(t);
  assert.equal(await pending.refuseUnsent(MORTAL), true);
  const away = { is: true };
  const whileThere =
    <Values extends unknown[]>(work: (...values: Values) => Promise<boolean>) =>
    (...values: Values) =>
      away.is ? Promise.reject(new StoreFault('away', undefined)) : work(...values);
  const reached = { add: whileThere(pending.add), isRefused: whileThere(pending.isRefused) };
  const { outbox } = outboxOn({ ...pending, ...reached });
  assert.equal(await outbox.add(TRANSACTION), true);
  // Whoever brings the same bytes again replaces what is still to be written, and changes nothing of what was sent.
  assert.equal(await outbox.add(TRANSACTION), true);
  assert.equal(await outbox.addHanded(MORTAL), true);
  away.is = false;
  await outbox.refresh();
  assert.equal(await pending.refuseUnsent(MORTAL), false);
  assert.equal(await pending.isKnown(MORTAL.signature), true);
});

test('what the router has while the store is away stays with it, whatever is taken back until then', async (t) => {
  const { outbox, pending, lock } = await startOutbox(t);
  const locked = lock();
  await outbox.addHanded(MORTAL);
  await outbox.add(TRANSACTION);
  assert.equal(await outbox.refuse(TRANSACTION.signature), false);
  locked.release();
  await outbox.refresh();
  assert.equal(await pending.isKnown(TRANSACTION.signature), true);
});

test('a store that hangs keeps no broadcast waiting for over half a second', async (t) => {
  const { pending } = await startOutbox(t);
  const never = () => new Promise<never>(() => undefined);
  const hanging = {
    ...pending,
    add: never,
    addHanded: never,
    withdraw: never,
    refuse: never,
    setTaken: never,
    wasTaken: never,
    isKnown: never,
  };
  const works: [(outbox: Outbox) => Promise<unknown>, unknown][] = [
    [(outbox) => outbox.add(TRANSACTION), true],
    [(outbox) => outbox.addHanded(MORTAL), true],
    [(outbox) => outbox.withdraw(TRANSACTION.signature), false],
    [(outbox) => outbox.refuse(TRANSACTION.signature), false],
    [(outbox) => outbox.setTaken('taken'), undefined],
    [(outbox) => outbox.wasTaken('taken'), false],
    [(outbox) => outbox.isKnown('taken'), true],
  ];
  for (const [work, otherwise] of works) {
    const { clock, outbox } = outboxOn(hanging);
    let isDone = false;
    const working = work(outbox).then((result) => {
      isDone = true;
      return result;
    });
    await clock.pass(499);
    assert.equal(isDone, false);
    await clock.pass(1);
    assert.equal(await working, otherwise);
    assert.equal(clock.pending, 0);
  }
});

test('what was sent while the store was away is written when it is back', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  const locked = lock();
  await outbox.add(TRANSACTION);
  await assert.rejects(outbox.refresh());
  locked.release();
  await outbox.refresh();
  assert.equal((await left()).length, 1);
});

test('what was settled while the store was away is not sent by others when it is back', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  const locked = lock();
  outbox.resolve(TRANSACTION.signature);
  await assert.rejects(outbox.refresh());
  locked.release();
  await outbox.refresh();
  assert.deepEqual(await left(), []);
});

test('what was settled and is brought again, before that is written, was sent all the same', async (t) => {
  const { outbox, left } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  outbox.resolve(TRANSACTION.signature);
  await outbox.add(TRANSACTION);
  assert.equal(await outbox.withdraw(TRANSACTION.signature), false);
  assert.equal(await outbox.isKnown(TRANSACTION.signature), true);
  await outbox.refresh();
  assert.equal(await outbox.isKnown(TRANSACTION.signature), true);
  assert.equal(await outbox.withdraw(TRANSACTION.signature), false);
  assert.deepEqual(await left(), []);
});

test('what nobody took while the store took no writes is forgotten at the next tending', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  const locked = lock();
  assert.equal(await outbox.withdraw(TRANSACTION.signature), false);
  await assert.rejects(outbox.refresh());
  locked.release();
  await outbox.refresh();
  assert.deepEqual(await left(), []);
});

test('a withdrawal waits for an addition that is slow', async (t) => {
  const { pending, left } = await startOutbox(t);
  const gate = Promise.withResolvers<void>();
  const withdrawn = Promise.withResolvers<void>();
  const { clock, outbox } = outboxOn({
    ...pending,
    async add(...given) {
      await gate.promise;
      return await pending.add(...given);
    },
    async withdraw(...given) {
      const wasAlone = await pending.withdraw(...given);
      withdrawn.resolve();
      return wasAlone;
    },
  });
  const added = outbox.add(TRANSACTION);
  await clock.pass(500);
  await added;
  const gone = outbox.withdraw(TRANSACTION.signature);
  await clock.pass(500);
  assert.equal(await gone, false);
  gate.resolve();
  await withdrawn.promise;
  assert.deepEqual(await left(), []);
});

test('bytes that are posted again after a refusal are kept again', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  const locked = lock();
  await outbox.withdraw(TRANSACTION.signature);
  locked.release();
  await outbox.add(TRANSACTION);
  await outbox.refresh();
  assert.equal((await left()).length, 1);
});

test('a lease is renewed while its transaction is being sent, and not resumed by its own process', async (t) => {
  const { outbox, pending } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  assert.deepEqual(await outbox.refresh(), []);
  assert.deepEqual(await pending.resume('other+', 'other', 1_000), []);
  await outbox.handOver();
  assert.equal((await pending.resume('other+', 'other', 1_000)).length, 1);
});

test('what the store gave is followed although its answer was lost', async (t) => {
  const { pending } = await startOutbox(t);
  await pending.add(TRANSACTION, 'dead', 0);
  let isLost = true;
  const { outbox } = outboxOn({
    ...pending,
    async resume(...given) {
      const resumed = await pending.resume(...given);
      if (isLost) throw new StoreFault('LATE', undefined);
      return resumed;
    },
  });
  await assert.rejects(outbox.refresh(), StoreFault);
  isLost = false;
  assert.deepEqual(await outbox.refresh(), [TRANSACTION]);
  assert.deepEqual(await outbox.refresh(), []);
});

test('what was refused is told where the store takes no more rows', async (t) => {
  const { pending } = await startOutbox(t);
  const full = { isFull: false };
  const { outbox } = outboxOn({
    ...pending,
    async add(...given) {
      if (full.isFull) throw new StoreFault('FULL', undefined);
      return await pending.add(...given);
    },
  });
  assert.equal(await outbox.add(TRANSACTION), true);
  assert.equal(await outbox.refuse(TRANSACTION.signature), true);
  assert.equal(await outbox.add(TRANSACTION), false);
  full.isFull = true;
  assert.equal(await outbox.add(TRANSACTION), false);
  assert.equal(await outbox.add({ ...TRANSACTION, signature: 'other' }), true);
});

test('after an outage the holder of a row comes to it before others do', async (t) => {
  const { pending } = await startOutbox(t);
  await pending.add(TRANSACTION, 'other', 0);
  const away = { isAway: true };
  const { clock, outbox } = outboxOn({
    ...pending,
    async beat(...given) {
      if (away.isAway) throw new StoreFault('AWAY', undefined);
      return await pending.beat(...given);
    },
  });
  await assert.rejects(outbox.refresh(), StoreFault);
  away.isAway = false;
  assert.deepEqual(await outbox.refresh(), []);
  await clock.pass(2_999);
  assert.deepEqual(await outbox.refresh(), []);
  await clock.pass(1);
  assert.deepEqual(await outbox.refresh(), [TRANSACTION]);
});
