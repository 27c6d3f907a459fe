import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { createAttributionClaims } from './attribution-claims.ts';

const createClaim = (messageHash: string, referralCode = 'ACORN23') => ({
  messageHash,
  wallet: `wallet of ${messageHash}`,
  partnerId: null,
  referralCode,
});

forEachStore(({ open }) => {
  test('the claim of the token that was broadcast first counts, whoever recorded one before or comes later', async (t) => {
    const claims = createAttributionClaims(await open(t));
    await claims.record(createClaim('message', 'BUILT1'), 60_000);
    await claims.record(createClaim('message', 'OTHER1'), 60_000);
    await claims.sign(createClaim('message', 'OTHER2'), 'signature');
    await claims.sign(createClaim('message', 'OTHER3'), 'another signature');
    const due = await claims.takeDue(10, 60_000);
    assert.deepEqual(
      due.map(({ referralCode, signature }) => [referralCode, signature]),
      [['OTHER2', 'signature']],
    );
  });

  test('the claim of an edit counts where none is recorded for the message, and what landed records none', async (t) => {
    const claims = createAttributionClaims(await open(t));
    await claims.record(createClaim('built', 'BUILT1'), 60_000);
    await claims.signEdit(createClaim('built', 'OTHER1'), 'signature');
    assert.deepEqual(await claims.takeDue(10, 60_000), []);
    await claims.signEdit(createClaim('edited', 'EDIT1'), 'signature of the edit');
    await claims.signEdit(createClaim('edited', 'OTHER2'), 'signature of the edit');
    await claims.setSignature('built', 'signature');
    await claims.setSignature('built', 'another signature');
    await claims.setSignature('unknown', 'signature of what nobody claims');
    const due = await claims.takeDue(10, 60_000);
    assert.deepEqual(
      new Set(due.map(({ referralCode, signature }) => `${referralCode} ${signature}`)),
      new Set(['BUILT1 signature', 'EDIT1 signature of the edit']),
    );
    assert.equal(await claims.count(), 2);
  });

  test('claims that cost nobody a signature hold up none that was broadcast', async (t) => {
    const claims = createAttributionClaims(await open(t));
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => claims.record(createClaim(`built ${i}`), -60_000)),
    );
    await claims.sign(createClaim('broadcast'), 'signature');
    const due = await claims.takeDue(10, 60_000);
    assert.equal(due.length, 10);
    assert.ok(due.some(({ messageHash }) => messageHash === 'broadcast'));
  });

  test('a claim that is postponed comes later, with its age; none is as good as any', async (t) => {
    const store = await open(t);
    const claims = createAttributionClaims(store);
    for (const name of ['a', 'b']) await claims.sign(createClaim(name), `signature of ${name}`);
    await store.db.updateTable('pending_attributions').set({ due_at: 0, created_at: 0 }).execute();
    await claims.postpone([], 60_000);
    await claims.postpone(['a'], 60_000);
    const due = await claims.takeDue(10, 60_000);
    assert.deepEqual(
      due.map(({ messageHash }) => messageHash),
      ['b'],
    );
    assert.ok(Number(due[0]?.age) > 86_400_000);
    await claims.postpone(['a', 'b'], 0);
    assert.equal((await claims.takeDue(10, 60_000)).length, 2);
  });

  test('claims are removed by their messages or by their wallet, and no others', async (t) => {
    const claims = createAttributionClaims(await open(t));
    for (const name of ['a', 'b', 'c', 'd']) await claims.record(createClaim(name), 0);
    await claims.remove([]);
    assert.equal(await claims.count(), 4);
    await claims.remove(['a', 'unknown']);
    await claims.removeByWallet('wallet of b');
    const due = await claims.takeDue(10, 60_000);
    assert.deepEqual(due.map(({ messageHash }) => messageHash).sort(), ['c', 'd']);
    assert.equal(await claims.count(), 2);
  });
});
