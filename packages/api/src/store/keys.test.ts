import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { createKeys, KEPT_MILLISECONDS, type KeptAnswer } from './keys.ts';
import type { Store } from './open.ts';

const ANSWER: KeptAnswer = { status: 200, body: '{"number":1}' };
const OTHER: KeptAnswer = { status: 200, body: '{"number":2}' };

/** Makes a key as old as a key may get, and some milliseconds more or less. */
async function age(store: Store, key: string, more: number): Promise<void> {
  await store.db
    .updateTable('keys')
    .set({ created_at: sql<number>`${store.now} - ${KEPT_MILLISECONDS + more}` })
    .where('key_hash', '=', key)
    .execute();
}

forEachStore((stores) => {
  test('a key is unknown, bound, answered, and its first answer stays', async (t) => {
    const store = await openPatientStore(await stores.migrated(t));
    t.after(() => store.close());
    const keys = createKeys(store);
    assert.equal(await keys.find('a'), undefined);
    assert.deepEqual(await keys.keep('a', 'one'), { fingerprint: 'one', answer: undefined });
    assert.deepEqual(await keys.find('a'), { fingerprint: 'one', answer: undefined });
    assert.deepEqual(await keys.keep('a', 'one', ANSWER), { fingerprint: 'one', answer: ANSWER });
    for (const again of [
      () => keys.keep('a', 'one', OTHER),
      () => keys.keep('a', 'one'),
      () => keys.find('a'),
    ])
      assert.deepEqual(await again(), { fingerprint: 'one', answer: ANSWER });
    assert.equal(await keys.count(), 1);
  });

  test('another request gets neither a bound key nor an answered one', async (t) => {
    const store = await openPatientStore(await stores.migrated(t));
    t.after(() => store.close());
    const keys = createKeys(store);
    await keys.keep('bound', 'one');
    await keys.keep('answered', 'one', ANSWER);
    for (const key of ['bound', 'answered']) {
      const kept = { fingerprint: 'one', answer: key === 'bound' ? undefined : ANSWER };
      assert.deepEqual(await keys.keep(key, 'other'), kept);
      assert.deepEqual(await keys.keep(key, 'other', OTHER), kept);
      await keys.free(key, 'other');
      assert.deepEqual(await keys.find(key), kept);
    }
  });

  test('a bound key is freed by its request, an answered one is not', async (t) => {
    const store = await openPatientStore(await stores.migrated(t));
    t.after(() => store.close());
    const keys = createKeys(store);
    await keys.keep('bound', 'one');
    await keys.keep('answered', 'one', ANSWER);
    await keys.free('bound', 'one');
    await keys.free('answered', 'one');
    assert.equal(await keys.find('bound'), undefined);
    assert.deepEqual(await keys.find('answered'), { fingerprint: 'one', answer: ANSWER });
  });

  test('of forty answers at once one is kept, and every request is told that one', async (t) => {
    const at = await stores.migrated(t);
    const replicas = [await openPatientStore(at), await openPatientStore(at)];
    t.after(() => Promise.all(replicas.map((store) => store.close())));
    const kept = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const store = replicas[i % 2] ?? assert.fail();
        return createKeys(store).keep('a', 'one', { status: 200, body: `{"number":${i}}` });
      }),
    );
    assert.equal(new Set(kept.map(({ answer }) => answer?.body)).size, 1);
  });

  test('a key of 24 hours is free for any request, and a younger one is not', async (t) => {
    const store = await openPatientStore(await stores.migrated(t));
    t.after(() => store.close());
    const keys = createKeys(store);
    for (const key of ['old', 'purged', 'young']) await keys.keep(key, 'one', ANSWER);
    await age(store, 'old', 0);
    await age(store, 'purged', 1);
    await age(store, 'young', -60_000);
    assert.equal(await keys.find('old'), undefined);
    assert.deepEqual(await keys.keep('old', 'other', OTHER), { fingerprint: 'other', answer: OTHER });
    assert.equal(await keys.purge(), 1);
    assert.equal(await keys.count(), 2);
    assert.deepEqual(await keys.find('young'), { fingerprint: 'one', answer: ANSWER });
  });

  test('a purge deletes more than one statement does', async (t) => {
    const store = await openPatientStore(await stores.migrated(t));
    t.after(() => store.close());
    const keys = createKeys(store);
    const rows = Array.from({ length: 1_100 }, (_, i) => ({
      key_hash: `${i}`,
      fingerprint: 'one',
      status: null,
      body: null,
      created_at: 0,
    }));
    await store.db.insertInto('keys').values(rows).execute();
    assert.equal(await keys.purge(), 1_100);
    assert.equal(await keys.count(), 0);
  });
});
