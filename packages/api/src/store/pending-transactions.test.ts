import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import type { Store } from './open-store.ts';
import { createPendingTransactions } from './pending-transactions.ts';

const LEASE = 6_000;
const transactionOf = (signature: string) => ({
  signature,
  base64: `bytes of ${signature}`,
  lastValidBlockHeight: 2n ** 64n - 1n,
});

async function letPass({ db }: Store, milliseconds: number): Promise<void> {
  const earlier = (column: string) => sql<number>`${sql.ref(column)} - ${milliseconds}`;
  await db
    .updateTable('pending_transactions')
    .set({ created_at: earlier('created_at'), leased_until: earlier('leased_until') })
    .execute();
}

forEachStore(({ open }) => {
  test('what a process keeps is nobody else’s until its lease ends', async (t) => {
    const store = await open(t);
    const pending = createPendingTransactions(store);
    await pending.add(transactionOf('a'), 'one', LEASE);
    assert.deepEqual(await pending.adopt('other', LEASE, { isFirst: false }), []);
    await letPass(store, LEASE);
    const [adopted] = await pending.adopt('other', LEASE, { isFirst: false });
    assert.ok(adopted !== undefined && adopted.age >= LEASE && adopted.age < LEASE + 5_000);
    assert.deepEqual({ ...adopted, age: 0 }, { ...transactionOf('a'), age: 0 });
    assert.deepEqual(await pending.adopt('third', LEASE, { isFirst: false }), []);
  });

  test('any number is forgotten at once', async (t) => {
    const store = await open(t);
    const pending = createPendingTransactions(store);
    await pending.add(transactionOf('last'), 'one', LEASE);
    const settled = Array.from({ length: 70_000 }, (_, i) => `s${i}`);
    await pending.remove([...settled, 'last']);
    assert.deepEqual(await pending.adopt('other', LEASE, { isFirst: true }), []);
  });

  test('a renewed lease does not end, and one handed over ends at once', async (t) => {
    const store = await open(t);
    const pending = createPendingTransactions(store);
    await pending.add(transactionOf('a'), 'one', LEASE);
    await letPass(store, LEASE - 100);
    await pending.renew('one', LEASE);
    await pending.renew('other', 0);
    await letPass(store, LEASE - 2_000);
    assert.deepEqual(await pending.adopt('other', LEASE, { isFirst: false }), []);
    await pending.handOver('other');
    assert.deepEqual(await pending.adopt('other', LEASE, { isFirst: false }), []);
    await pending.handOver('one');
    assert.equal((await pending.adopt('other', LEASE, { isFirst: false })).length, 1);
  });

  test('of two that adopt at once, one gets each transaction', async (t) => {
    const store = await open(t);
    const pending = createPendingTransactions(store);
    await Promise.all(Array.from({ length: 30 }, (_, i) => pending.add(transactionOf(`s${i}`), 'dead', 0)));
    await letPass(store, 1);
    const adopted = await Promise.all(
      ['one', 'other', 'third'].map((holder) => pending.adopt(holder, LEASE, { isFirst: false })),
    );
    const signatures = adopted.flat().map(({ signature }) => signature);
    assert.equal(signatures.length, 30);
    assert.equal(new Set(signatures).size, 30);
  });

  test('a process that starts adopts everything there is to send', async (t) => {
    const pending = createPendingTransactions(await open(t));
    await pending.add(transactionOf('a'), 'one', LEASE);
    await pending.addTaken('taken', 7n);
    const adopted = await pending.adopt('new', LEASE, { isFirst: true });
    assert.deepEqual(
      adopted.map(({ signature }) => signature),
      ['a'],
    );
  });

  test('what was taken back or settled is not adopted, and what others send is not taken back', async (t) => {
    const pending = createPendingTransactions(await open(t));
    for (const signature of ['a', 'b', 'c']) await pending.add(transactionOf(signature), 'one', LEASE);
    await pending.add(transactionOf('c'), 'other', LEASE);
    await pending.withdraw('a', 'one');
    await pending.withdraw('c', 'other');
    await pending.remove(['b', 'unknown']);
    const adopted = await pending.adopt('new', LEASE, { isFirst: true });
    assert.deepEqual(
      adopted.map(({ signature }) => signature),
      ['c'],
    );
  });

  test('what the router took is remembered until no blockhash can be that old', async (t) => {
    const store = await open(t);
    const pending = createPendingTransactions(store);
    await pending.addTaken('taken', 7n);
    await pending.addTaken('taken', 7n);
    await pending.add(transactionOf('sent'), 'one', LEASE);
    await letPass(store, 4 * 60_000);
    await pending.purge();
    assert.equal(await pending.wasTaken('taken'), true);
    assert.equal(await pending.wasTaken('sent'), false);
    assert.equal(await pending.wasTaken('unknown'), false);
    await letPass(store, 61_000);
    await pending.purge();
    assert.equal(await pending.wasTaken('taken'), false);
    assert.deepEqual(await pending.adopt('new', LEASE, { isFirst: true }), []);
  });
});
