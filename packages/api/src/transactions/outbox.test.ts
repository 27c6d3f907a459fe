import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openStore, SQLITE_FILE } from '../store/open-store.ts';
import { createPendingTransactions } from '../store/pending-transactions.ts';
import { sqlitePlace } from '../store/test-stores.ts';
import { createOutbox } from './outbox.ts';

const TRANSACTION = { signature: 'signature', base64: 'AQ==', lastValidBlockHeight: 7n };

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
  return { outbox: createOutbox(pending, pino({ level: 'silent' })), pending, lock, left };
}

test('a store that takes no writes keeps no broadcast waiting, and fails none', async (t) => {
  const { outbox, lock, left } = await startOutbox(t);
  const locked = lock();
  const started = performance.now();
  await outbox.add(TRANSACTION);
  await outbox.addTaken('taken', 7n);
  assert.equal(await outbox.wasTaken('taken'), false);
  await outbox.withdraw(TRANSACTION.signature);
  assert.ok(performance.now() - started < 4 * 600);
  locked.release();
  assert.deepEqual(await left(), []);
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
  const slow = createOutbox(
    {
      ...pending,
      async add(...given) {
        await sleep(700);
        await pending.add(...given);
      },
    },
    pino({ level: 'silent' }),
  );
  await slow.add(TRANSACTION);
  await slow.withdraw(TRANSACTION.signature);
  await sleep(500);
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
