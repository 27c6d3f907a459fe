import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { letPass } from '../../test/let-pass.ts';
import type { Store } from './open-store.ts';
import { createPendingTransactions } from './pending-transactions.ts';

const LEASE = 6_000;
const toMortal = (signature: string) => ({ signature, lastValidBlockHeight: 2n ** 64n - 1n });
const createTransaction = (signature: string) => ({
  ...toMortal(signature),
  base64: `bytes of ${signature}`,
});

async function start(store: Store) {
  const pending = createPendingTransactions(store);
  const resume = async (name: string) =>
    (await pending.resume(`${name}+`, name, LEASE)).map(({ signature }) => signature);
  return { pending, resume };
}

forEachStore(({ open }) => {
  test('what a process keeps is nobody else’s until its lease ends', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    await pending.add(createTransaction('a'), 'one', LEASE);
    assert.deepEqual(await resume('other'), []);
    await letPass(store, LEASE);
    assert.deepEqual(await resume('one'), []);
    assert.deepEqual(await pending.resume('other+', 'other', LEASE), [createTransaction('a')]);
    assert.deepEqual(await resume('third'), []);
  });

  test('a renewed lease does not end, and one handed over ends at once', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    await pending.add(createTransaction('a'), 'one', LEASE);
    await letPass(store, LEASE - 100);
    await pending.renew(['one', 'one+'], LEASE);
    await pending.renew(['other'], 0);
    await letPass(store, LEASE - 2_000);
    assert.deepEqual(await resume('other'), []);
    await pending.handOver(['other']);
    assert.deepEqual(await resume('other'), []);
    await pending.handOver(['one']);
    assert.deepEqual(await resume('other'), ['a']);
  });

  test('of two that resume at once, one gets each transaction', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => pending.add(createTransaction(`s${i}`), 'dead', 0)),
    );
    await letPass(store, 1);
    const signatures = (await Promise.all(['one', 'other', 'third'].map(resume))).flat();
    assert.equal(signatures.length, 30);
    assert.equal(new Set(signatures).size, 30);
  });

  test('only who alone has had a row can take it back', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    const own = () => pending.withdraw('a', 'one');
    assert.equal(await own(), false);
    await pending.add(createTransaction('a'), 'one', LEASE);
    await pending.add(createTransaction('a'), 'one', LEASE);
    assert.equal(await pending.withdraw('a', 'other'), false);
    assert.equal(await own(), true);
    assert.equal(await own(), false);

    // Both have sent it: neither can.
    await pending.add(createTransaction('a'), 'one', LEASE);
    await pending.add(createTransaction('a'), 'other', LEASE);
    assert.deepEqual([await own(), await pending.withdraw('a', 'other')], [false, false]);
    await letPass(store, LEASE);
    assert.deepEqual(await resume('one'), ['a']);
    assert.deepEqual([await own(), await pending.withdraw('a', 'other')], [false, false]);

    // Another one resumed it while its first send was under way.
    await pending.add(createTransaction('b'), 'one', LEASE);
    await letPass(store, LEASE);
    assert.deepEqual((await resume('other')).sort(), ['a', 'b']);
    assert.equal(await pending.withdraw('b', 'one'), false);
  });

  test('what is refused is sent by nobody from then on', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    assert.equal(await pending.refuse('a', 'one'), false);
    assert.equal(await pending.add(createTransaction('a'), 'one', LEASE), true);
    assert.equal(await pending.refuse('a', 'other'), false);
    assert.deepEqual([await pending.isRefused('a'), await pending.refuse('a', 'one')], [false, true]);
    // Whoever brings it again, by whichever way, learns of it; and nobody resumes it.
    assert.equal(await pending.add(createTransaction('a'), 'one', LEASE), false);
    assert.equal(await pending.add(createTransaction('a'), 'other', LEASE), false);
    assert.equal(await pending.addHanded({ signature: 'a', lastValidBlockHeight: 7n }, 'other'), false);
    assert.equal(await pending.withdraw('a', 'one'), false);
    await letPass(store, LEASE);
    await pending.purge();
    assert.deepEqual(await resume('third'), []);
    assert.deepEqual([await pending.isRefused('a'), await pending.isKnown('a')], [true, false]);

    // Two had it, or one that died may have: nobody calls it refused.
    await pending.add(createTransaction('b'), 'one', LEASE);
    await pending.add(createTransaction('b'), 'other', LEASE);
    assert.equal(await pending.refuse('b', 'one'), false);
    await pending.beat('killed', 1, 0);
    await pending.add(createTransaction('c'), 'one', LEASE);
    assert.equal(await pending.refuse('c', 'one'), false);
    assert.deepEqual([await pending.isRefused('b'), await pending.isRefused('c')], [false, false]);
  });

  test('what cannot be taken back beside a dead process is resumed by a living one', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    await pending.add(createTransaction('a'), 'one', LEASE);
    await pending.beat('killed', 1, 0);
    assert.equal(await pending.withdraw('a', 'one'), false);
    // Its holder lives, and renews what it follows.
    await pending.renew(['one', 'one+'], LEASE);
    assert.deepEqual(await resume('one'), ['a']);
    assert.equal(await pending.withdraw('a', 'one'), false);
    assert.equal(await pending.isKnown('a'), true);
  });

  test('what is settled is sent by nobody, known for an hour, and never taken back', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    const many = Array.from({ length: 70_000 }, (_, i) => `s${i}`);
    for (const signature of ['a', 's7', 's1100'])
      await pending.add(createTransaction(signature), 'one', LEASE);
    await pending.resolve([]);
    await pending.resolve(many);
    await letPass(store, LEASE);
    assert.deepEqual(await resume('new'), ['a']);
    assert.equal(await pending.withdraw('s7', 'one'), false);
    await pending.add(createTransaction('s7'), 'one', LEASE);
    assert.equal(await pending.withdraw('s7', 'one'), false);
    await letPass(store, 59 * 60_000);
    await pending.purge();
    assert.equal(await pending.isKnown('s1100'), true);
    await letPass(store, 61_000);
    await pending.purge();
    assert.equal(await pending.isKnown('s1100'), false);
    assert.equal(await pending.isKnown('a'), true);
  });

  test('what the router was handed is taken back by nobody who finds it there', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    await pending.addHanded(toMortal('a'), 'one');
    assert.equal(await pending.isKnown('a'), true);
    assert.equal(await pending.wasTaken('a'), false);
    assert.equal(await pending.withdraw('a', 'one'), true);
    for (const again of [
      () => pending.addHanded(toMortal('a'), 'one'),
      () => pending.add(createTransaction('a'), 'one', LEASE),
      () => pending.add(createTransaction('a'), 'other', LEASE),
    ]) {
      await store.db.deleteFrom('pending_transactions').execute();
      await pending.addHanded(toMortal('a'), 'one');
      await again();
      assert.equal(await pending.withdraw('a', 'one'), false);
      assert.equal(await pending.withdraw('a', 'other'), false);
    }
    await pending.setTaken('a');
    assert.equal(await pending.wasTaken('a'), true);
    await letPass(store, LEASE);
    assert.deepEqual(await resume('new'), []);
  });

  test('a row of a kind that only a newer version knows may have been sent, and stays as it is', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    const read = () => store.db.selectFrom('pending_transactions').select(['route', 'signature']).execute();
    await pending.addHanded(toMortal('a'), 'newer');
    await store.db
      .updateTable('pending_transactions')
      .set({ route: 'parked' as 'handed' })
      .execute();
    assert.deepEqual(
      [await pending.isKnown('a'), await pending.isRefused('a'), await pending.wasTaken('a')],
      [true, false, false],
    );
    assert.equal(await pending.addHanded(toMortal('a'), 'one'), true);
    await pending.setTaken('a');
    await pending.add(createTransaction('a'), 'one', LEASE);
    for (const takeBack of [pending.withdraw, pending.refuse])
      assert.equal(await takeBack('a', 'one'), false);
    assert.equal(await pending.refuseUnsent(toMortal('a')), false);
    await letPass(store, 2 * 60 * 60_000);
    assert.deepEqual(await resume('new'), []);
    await pending.abandon(['one', '']);
    await pending.purge();
    const rows = await read();
    assert.deepEqual(
      rows.map(({ route, signature }) => [route, signature]),
      [['parked', 'a']],
    );
  });

  test('what a process abandons is sent by nobody, and known; what others hold is theirs', async (t) => {
    const store = await open(t);
    const { pending, resume } = await start(store);
    for (const [signature, holder] of [
      ['a', 'one'],
      ['b', 'one+'],
      ['c', 'other'],
    ] as const)
      await pending.add(createTransaction(signature), holder, LEASE);
    await pending.addHanded(toMortal('handed'), 'one');
    await pending.setTaken('handed');
    await pending.abandon(['one', 'one+']);
    await letPass(store, LEASE);
    assert.deepEqual(await resume('new'), ['c']);
    assert.deepEqual(
      [await pending.isKnown('a'), await pending.isKnown('b'), await pending.wasTaken('handed')],
      [true, true, true],
    );
  });

  test('the height of a signature is that of its first bytes', async (t) => {
    const { pending } = await start(await open(t));
    assert.equal(await pending.readHeight('a'), undefined);
    await pending.add({ ...createTransaction('a'), lastValidBlockHeight: 7n }, 'one', LEASE);
    await pending.add({ ...createTransaction('a'), lastValidBlockHeight: 9n }, 'other', LEASE);
    assert.equal(await pending.readHeight('a'), 7n);
    assert.equal(await pending.readHeight('b'), undefined);
  });
});
