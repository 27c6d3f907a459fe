import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { createAttributionClaims } from './attribution-claims.ts';

const claimOf = (messageHash: string, referralCode = 'ACORN23') => ({
  messageHash,
  wallet: `wallet of ${messageHash}`,
  partnerId: null,
  referralCode,
});

forEachStore(({ open }) => {
  test('the first broadcast decides: whoever sends the signed bytes again changes nothing', async (t) => {
    const claims = createAttributionClaims(await open(t));
    await claims.record(claimOf('message', 'BUILT1'), 60_000);
    await claims.sign(claimOf('message', 'FIRST1'), 'signature');
    await claims.sign(claimOf('message', 'LATER1'), 'signature');
    await claims.removeUnsigned('message');
    const due = await claims.takeDue(10, 60_000);
    assert.deepEqual(
      due.map(({ referralCode, signature }) => [referralCode, signature]),
      [['FIRST1', 'signature']],
    );
  });

  test('a broadcast without a claim ends the claim of whoever built the same message', async (t) => {
    const claims = createAttributionClaims(await open(t));
    await claims.record(claimOf('message'), 0);
    await claims.removeUnsigned('message');
    assert.equal(await claims.count(), 0);
  });

  test('claims that cost nobody a signature hold up none that was broadcast', async (t) => {
    const claims = createAttributionClaims(await open(t));
    await Promise.all(Array.from({ length: 50 }, (_, i) => claims.record(claimOf(`built ${i}`), -60_000)));
    await claims.sign(claimOf('broadcast'), 'signature');
    const due = await claims.takeDue(10, 60_000);
    assert.equal(due.length, 10);
    assert.ok(due.some(({ messageHash }) => messageHash === 'broadcast'));
  });
});
