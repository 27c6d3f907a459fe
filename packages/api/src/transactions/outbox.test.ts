import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { SYSTEM_RANDOM } from '../keys/random.ts';
import { openStore, SQLITE_FILE } from '../store/open-store.ts';
import { createPendingTransactions, type PendingTransactions } from '../store/pending-transactions.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const TRANSACTION = { signature: 'signature', base64: 'AQ==', lastValidBlockHeight: 7n };

/** An outbox whose patience does not end unless the test lets time pass. */
function outboxOn(pending: PendingTransactions) {
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  return { clock, outbox: createOutbox({ pending, log, clock, random: SYSTEM_RANDOM }) };
}

async function startOutbox(t: TestContext) {
  const at = await sqlitePlace(t);
  const store = await openStore(at);
  t.after(() => store.close());
  const pending = createPendingTransactions(store);
  const lock = () => {
    const database = new DatabaseSync(join(at.dataDirectory, SQLITE_FILE));
    database.exec('BEGIN IMMEDIATE');
    return { release: () => database.close() };
  };
  const left = async () => await pending.adopt('next', 1_000, { isFirst: true });
  return { outbox: outboxOn(pending).outbox, pending, lock, left };
}

test('a store that takes no writes fails no broadcast', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  const locked = lock();
  await outbox.add(TRANSACTION);
  await outbox.addTaken('taken', 7n);
  assert.equal(await outbox.wasTaken('taken'), false);
  await outbox.withdraw(TRANSACTION.signature);
  locked.release();
  assert.deepEqual(await left(), []);
});

test('a store that hangs keeps no broadcast waiting for over half a second', async (t) => {
  const { pending } = await startOutbox(t);
  const never = () => new Promise<never>(() => undefined);
  const hanging = { ...pending, add: never, withdraw: never, addTaken: never, wasTaken: never };
  const works: ((outbox: Outbox) => Promise<unknown>)[] = [
    (outbox) => outbox.add(TRANSACTION),
    (outbox) => outbox.withdraw(TRANSACTION.signature),
    (outbox) => outbox.addTaken('taken', 7n),
    (outbox) => outbox.wasTaken('taken'),
  ];
  for (const work of works) {
    const { clock, outbox } = outboxOn(hanging);
    let isDone = false;
    const working = work(outbox).then((result) => {
      isDone = true;
      return result;
    });
    await clock.pass(499);
    assert.equal(isDone, false);
    await clock.pass(1);
    assert.ok([undefined, false].includes((await working) as undefined | false));
    assert.equal(clock.pending, 0);
  }
});

test('what was refused while the store took no writes is forgotten at the next tending', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  const locked = lock();
  await outbox.withdraw(TRANSACTION.signature);
  await assert.rejects(outbox.tend({ isFirst: false }));
  locked.release();
  await outbox.tend({ isFirst: false });
  assert.deepEqual(await left(), []);
});

test('a withdrawal waits for an addition that is slow', async (t) => {
  const { outbox, pending, left } = await startOutbox(t);
  const gate = Promise.withResolvers<void>();
  const withdrawn = Promise.withResolvers<void>();
  const { clock, outbox: slow } = outboxOn({
    ...pending,
    async add(...given) {
      await gate.promise;
      await pending.add(...given);
    },
    async withdraw(...given) {
      await pending.withdraw(...given);
      withdrawn.resolve();
    },
  });
  const added = slow.add(TRANSACTION);
  await clock.pass(500);
  await added;
  const gone = slow.withdraw(TRANSACTION.signature);
  await clock.pass(500);
  await gone;
  gate.resolve();
  await withdrawn.promise;
  assert.deepEqual(await left(), []);
  await outbox.tend({ isFirst: false });
});

test('bytes that are posted again after a refusal are kept again', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  const locked = lock();
  await outbox.withdraw(TRANSACTION.signature);
  locked.release();
  await outbox.add(TRANSACTION);
  await outbox.tend({ isFirst: false });
  assert.equal((await left()).length, 1);
});

test('a lease is renewed while its transaction is being sent, and not adopted by its own process', async (t) => {
  const { outbox, pending } = await startOutbox(t);
  await outbox.add(TRANSACTION);
  await outbox.tend({ isFirst: false });
  assert.deepEqual(await pending.adopt('other', 1_000, { isFirst: false }), []);
  await outbox.handOver();
  assert.equal((await pending.adopt('other', 1_000, { isFirst: false })).length, 1);
});
