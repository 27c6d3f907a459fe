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
});
