import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { letPass } from '../../test/let-pass.ts';
import { createPartners } from './partners.ts';

const ACORN = { id: 'acorn', name: 'Acorn', keyHash: 'hash 1', last4: 'aaa1' };
const BEECH = { id: 'beech', name: 'Beech', keyHash: 'hash 2', last4: 'bbb2' };
const DAY = 86_400_000;

forEachStore(({ open }) => {
  test('a partner is found by its key, and by no other', async (t) => {
    const partners = createPartners(await open(t));
    await partners.add(ACORN);
    await partners.add(BEECH);
    assert.equal(await partners.findByKey('hash 1'), 'acorn');
    assert.equal(await partners.findByKey('hash 3'), undefined);
    await assert.rejects(partners.add({ ...BEECH, id: 'third' }));
    await assert.rejects(partners.add({ ...BEECH, keyHash: 'hash 3' }));
  });

  test('the key before holds for as long as was said, and the new one at once', async (t) => {
    const store = await open(t);
    const partners = createPartners(store);
    await partners.add(ACORN);
    await partners.add(BEECH);
    await partners.replaceKey('acorn', { keyHash: 'hash 3', last4: 'ccc3' }, DAY);
    assert.equal(await partners.findByKey('hash 3'), 'acorn');
    assert.equal(await partners.findByKey('hash 1'), 'acorn');
    const { former_key_until: until, created_at: created, ...shown } = (await partners.find('acorn')) ?? {};
    assert.deepEqual(shown, {
      id: 'acorn',
      name: 'Acorn',
      key_hash: 'hash 3',
      key_last4: 'ccc3',
      former_key_hash: 'hash 1',
      deactivated_at: null,
    });
    assert.ok(until !== undefined && created !== undefined && Number(until) >= Number(created) + DAY);
    assert.equal((await partners.find('beech'))?.key_hash, 'hash 2');
    await letPass(store, DAY);
    assert.equal(await partners.findByKey('hash 1'), undefined);
    assert.equal(await partners.findByKey('hash 3'), 'acorn');
  });

  test('a key that is replaced without time ends at once, and one that ended stays ended', async (t) => {
    const partners = createPartners(await open(t));
    await partners.add(ACORN);
    await partners.replaceKey('acorn', { keyHash: 'hash 3', last4: 'ccc3' }, DAY);
    await partners.replaceKey('acorn', { keyHash: 'hash 4', last4: 'ddd4' }, 0);
    assert.deepEqual(
      [await partners.findByKey('hash 1'), await partners.findByKey('hash 3')],
      [undefined, undefined],
    );
    assert.equal((await partners.find('acorn'))?.former_key_until, null);
    assert.equal(await partners.findByKey('hash 4'), 'acorn');
  });

  test('a partner that is not active has no key, says since when, and can be active again', async (t) => {
    const store = await open(t);
    const partners = createPartners(store);
    await partners.add(ACORN);
    await partners.add(BEECH);
    await partners.setActive('acorn', false);
    assert.equal(await partners.findByKey('hash 1'), undefined);
    assert.equal(await partners.findByKey('hash 2'), 'beech');
    const since = async () => (await partners.find('acorn'))?.deactivated_at;
    await letPass(store, DAY);
    const first = await since();
    await partners.setActive('acorn', false);
    assert.equal(await since(), first);
    await partners.setActive('acorn', true);
    assert.equal(await since(), null);
    assert.equal(await partners.findByKey('hash 1'), 'acorn');
    assert.equal(await partners.find('third'), undefined);
  });

  test('partners are listed oldest first, and by name where they are of one age', async (t) => {
    const store = await open(t);
    const partners = createPartners(store);
    await partners.add(BEECH);
    await letPass(store, DAY);
    await partners.add(ACORN);
    const list = async () => (await partners.list()).map(({ id }) => id);
    assert.deepEqual(await list(), ['beech', 'acorn']);
    await store.db.updateTable('partners').set({ created_at: 7 }).execute();
    assert.deepEqual(await list(), ['acorn', 'beech']);
  });
});
