import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { createReferralCodes } from './partners.ts';

forEachStore(({ open }) => {
  test('a code is of the wallet that had it first, for ever', async (t) => {
    const codes = createReferralCodes(await open(t));
    assert.equal(await codes.add('ACORN', 'one'), true);
    assert.equal(await codes.add('ACORN', 'other'), false);
    assert.equal(await codes.add('ACORN', 'one'), false);
    assert.equal(await codes.findReferrer('ACORN'), 'one');
    assert.equal(await codes.findReferrer('BEECH'), undefined);
    await codes.retire('ACORN');
    assert.equal(await codes.add('ACORN', 'other'), false);
    assert.equal(await codes.findReferrer('ACORN'), undefined);
  });

  test('a code that is retired says since when, and leaves the others', async (t) => {
    const store = await open(t);
    const codes = createReferralCodes(store);
    await codes.add('ACORN', 'one');
    await codes.add('BEECH', 'one');
    await codes.retire('ACORN');
    assert.equal((await codes.find('BEECH'))?.retired_at, null);
    assert.ok(Number((await codes.find('ACORN'))?.retired_at) > 0);
    await store.db.updateTable('referral_codes').set({ retired_at: 7 }).where('code', '=', 'ACORN').execute();
    await codes.retire('ACORN');
    assert.equal((await codes.find('ACORN'))?.retired_at, 7);
    assert.equal(await codes.findReferrer('BEECH'), 'one');
    assert.equal(await codes.find('CEDAR'), undefined);
  });

  test('codes are listed oldest first, all or those of one wallet', async (t) => {
    const store = await open(t);
    const codes = createReferralCodes(store);
    for (const [code, wallet, at] of [
      ['CEDAR', 'one', 1],
      ['BEECH', 'other', 2],
      ['DOGWOOD', 'one', 3],
      ['ACORN', 'one', 3],
    ] as const) {
      await codes.add(code, wallet);
      await store.db.updateTable('referral_codes').set({ created_at: at }).where('code', '=', code).execute();
    }
    const list = async (wallet?: string) => (await codes.list(wallet)).map(({ code }) => code);
    assert.deepEqual(await list(), ['CEDAR', 'BEECH', 'ACORN', 'DOGWOOD']);
    assert.deepEqual(await list('one'), ['CEDAR', 'ACORN', 'DOGWOOD']);
    assert.deepEqual(await list('third'), []);
  });
});
