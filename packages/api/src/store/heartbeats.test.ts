import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { letPass } from '../../test/let-pass.ts';
import { createHeartbeats } from './heartbeats.ts';
import { createPendingTransactions } from './pending-transactions.ts';

const LEASE = 3_000;
const MINUTE = 60_000;

forEachStore(({ open }) => {
  test('a process that is heard of no more may send for two minutes', async (t) => {
    const store = await open(t);
    const heartbeats = createHeartbeats(store);
    assert.equal(await heartbeats.isAnyUnheard(), false);
    assert.equal(await heartbeats.beat('one', 1, MINUTE), true);
    assert.equal(await heartbeats.isAnyUnheard(), false);
    await letPass(store, MINUTE);
    assert.equal(await heartbeats.isAnyUnheard(), true);
    await letPass(store, 50_000);
    assert.equal(await heartbeats.isAnyUnheard(), true);
    await letPass(store, 10_000);
    assert.equal(await heartbeats.isAnyUnheard(), false);
  });

  test('a process that is heard of again, or has ended, sends nothing unwritten', async (t) => {
    const store = await open(t);
    const heartbeats = createHeartbeats(store);
    await heartbeats.beat('one', 1, 0);
    await heartbeats.beat('other', 1, 0);
    assert.equal(await heartbeats.beat('one', 2, MINUTE), true);
    assert.equal(await heartbeats.isAnyUnheard(), true);
    await heartbeats.retire('other');
    assert.equal(await heartbeats.isAnyUnheard(), false);
    await heartbeats.retire('one');
    assert.equal(await heartbeats.beat('one', 3, MINUTE), false);
  });

  test('only who says what comes next is believed, and once more what was said last', async (t) => {
    const heartbeats = createHeartbeats(await open(t));
    assert.equal(await heartbeats.beat('one', 2, MINUTE), false);
    assert.equal(await heartbeats.beat('one', 1, MINUTE), true);
    assert.equal(await heartbeats.beat('one', 3, MINUTE), false);
    assert.equal(await heartbeats.beat('one', 2, MINUTE), true);
    assert.equal(await heartbeats.beat('one', 2, MINUTE), true);
    assert.equal(await heartbeats.beat('one', 4, MINUTE), false);
    assert.equal(await heartbeats.beat('one', 3, MINUTE), true);
    assert.equal(await heartbeats.beat('one', 1, MINUTE), true);
    assert.equal(await heartbeats.beat('one', 2, MINUTE), true);
  });

  test('signatures without a row are listed, whatever the others are', async (t) => {
    const store = await open(t);
    const pending = createPendingTransactions(store);
    assert.deepEqual(await pending.listAbsent([]), []);
    for (const signature of ['a', 'b', 'c'])
      await pending.add({ signature, base64: 'AQ==', lastValidBlockHeight: 7n }, 'one', LEASE);
    await pending.resolve(['b']);
    await pending.withdraw('c', 'one');
    assert.deepEqual(await pending.listAbsent(['x', 'a', 'b', 'c', 'y']), ['x', 'c', 'y']);
  });
});
