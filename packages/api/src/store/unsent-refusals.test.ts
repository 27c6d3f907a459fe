import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { createPendingTransactions } from './pending-transactions.ts';

const LEASE = 60_000;
const MORTAL = { signature: 'a', lastValidBlockHeight: 7n };
const TRANSACTION = { ...MORTAL, base64: 'AQ==' };

forEachStore(({ open }) => {
  test('what nobody has sent is refused for whoever brings it, however often it is asked', async (t) => {
    const store = await open(t);
    const pending = createPendingTransactions(store);
    assert.equal(await pending.refuseUnsent(MORTAL), true);
    const { created_at: createdAt, ...row } = await store.db
      .selectFrom('pending_transactions')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      { ...row },
      {
        signature: 'a',
        route: 'refused',
        signed_transaction: null,
        last_valid_block_height: '7',
        holder: '',
        leased_until: 0,
      },
    );
    assert.ok(createdAt > 0);
    assert.equal(await pending.refuseUnsent({ ...MORTAL, lastValidBlockHeight: 9n }), true);
    assert.equal(await pending.add(TRANSACTION, 'one', LEASE), false);
    assert.equal(await pending.addHanded(MORTAL, 'other'), false);
    assert.equal(await pending.withdraw('a', 'one'), false);
    assert.deepEqual([await pending.isRefused('a'), await pending.isKnown('a')], [true, false]);
    assert.equal(await pending.readHeight('a'), 7n);
    // Another one is nobody's business.
    assert.equal(await pending.add({ ...TRANSACTION, signature: 'b' }, 'one', LEASE), true);
  });

  for (const [name, send] of [
    ['a process sends', (pending) => pending.add(TRANSACTION, 'one', LEASE)],
    ['the router was handed', (pending) => pending.addHanded(MORTAL, 'one')],
    [
      'has come to its end',
      async (pending) => {
        await pending.add(TRANSACTION, 'one', LEASE);
        await pending.resolve(['a']);
      },
    ],
  ] satisfies [string, (pending: ReturnType<typeof createPendingTransactions>) => Promise<unknown>][]) {
    test(`what ${name} is not refused, and stays what it is`, async (t) => {
      const store = await open(t);
      const pending = createPendingTransactions(store);
      await send(pending);
      const read = () => store.db.selectFrom('pending_transactions').selectAll().execute();
      const before = await read();
      assert.equal(await pending.refuseUnsent(MORTAL), false);
      assert.deepEqual(await read(), before);
    });
  }

  test('nothing is refused that a process may send which was heard of lately', async (t) => {
    const pending = createPendingTransactions(await open(t));
    await pending.beat('alive', 1, LEASE);
    assert.equal(await pending.refuseUnsent(MORTAL), true);
    await pending.beat('killed', 1, 0);
    assert.equal(await pending.refuseUnsent({ ...MORTAL, signature: 'b' }), false);
    assert.equal(await pending.isRefused('b'), false);
    // Nor is said again what was said before it died: it may have sent it without knowing.
    assert.equal(await pending.refuseUnsent(MORTAL), false);
    await pending.retire('killed');
    assert.equal(await pending.refuseUnsent(MORTAL), true);
  });

  test('of one that refuses and one that sends at once, one gets its way', async (t) => {
    const pending = createPendingTransactions(await open(t));
    for (let i = 0; i < 20; i += 1) {
      const signature = `s${i}`;
      const told = await Promise.all([
        pending.refuseUnsent({ ...MORTAL, signature }),
        pending.add({ ...TRANSACTION, signature }, 'one', LEASE),
      ]);
      assert.equal(told.filter(Boolean).length, 1, signature);
    }
  });
});
