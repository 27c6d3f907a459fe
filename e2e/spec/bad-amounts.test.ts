import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { startWorld } from '../world.ts';

const stake = {
  strategy: 'sol-native-stake',
  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
  amount: '1.5',
};
// One world for the file: nothing here gets as far as changing it.
const world = await startWorld({ after });

const AMOUNTS: [string, string][] = [
  ['', 'AMOUNT_MALFORMED'],
  ['0', 'AMOUNT_ZERO'],
  ['0.0', 'AMOUNT_ZERO'],
  ['0.000000000', 'AMOUNT_ZERO'],
  ['-1', 'AMOUNT_MALFORMED'],
  ['-0', 'AMOUNT_MALFORMED'],
  ['+1', 'AMOUNT_MALFORMED'],
  ['1e3', 'AMOUNT_MALFORMED'],
  ['1E3', 'AMOUNT_MALFORMED'],
  ['0x10', 'AMOUNT_MALFORMED'],
  ['1,5', 'AMOUNT_MALFORMED'],
  ['1_000', 'AMOUNT_MALFORMED'],
  [' 1', 'AMOUNT_MALFORMED'],
  ['1 ', 'AMOUNT_MALFORMED'],
  ['1\n', 'AMOUNT_MALFORMED'],
  ['.5', 'AMOUNT_MALFORMED'],
  ['1.', 'AMOUNT_MALFORMED'],
  ['.', 'AMOUNT_MALFORMED'],
  ['1.2.3', 'AMOUNT_MALFORMED'],
  ['007', 'AMOUNT_MALFORMED'],
  ['00.5', 'AMOUNT_MALFORMED'],
  ['NaN', 'AMOUNT_MALFORMED'],
  ['Infinity', 'AMOUNT_MALFORMED'],
  ['٣', 'AMOUNT_MALFORMED'],
  ['１', 'AMOUNT_MALFORMED'],
  ['1\u200b', 'AMOUNT_MALFORMED'],
  ['0.1234567891', 'AMOUNT_TOO_FINE'],
  ['1.0000000000', 'AMOUNT_TOO_FINE'],
  ['18446744073.709551616', 'AMOUNT_TOO_LARGE'],
  ['18446744073.709551615', 'AMOUNT_TOO_LARGE'],
  ['9007199.254740992', 'AMOUNT_TOO_LARGE'],
  ['99999999999999999999', 'AMOUNT_TOO_LARGE'],
  ['9'.repeat(400), 'AMOUNT_MALFORMED'],
  ['1'.repeat(60_000), 'AMOUNT_MALFORMED'],
];
for (const [amount, code] of AMOUNTS) {
  test(`/stake refuses the amount ${JSON.stringify(amount.slice(0, 24))} (${amount.length} characters)`, async () => {
    assertProblem(await world.post('/stake', { ...stake, amount }), {
      slug: 'invalid_request',
      code,
      detail: /^amount must/,
    });
  });
}

test('/stake says the limit a native amount has', async () => {
  const answer = await world.post('/stake', { ...stake, amount: '9007199.254740992' });
  assertProblem(answer, { slug: 'invalid_request', detail: /at most 9007199\.254740991 SOL/ });
});

for (const amount of ['0.000000001', '0.5', '0.999999999']) {
  test(`/stake below the ledger's minimum delegation (${amount}) says the minimum`, async () => {
    const answer = await world.post('/stake', { ...stake, amount });
    assertProblem(answer, {
      slug: 'upstream_error',
      code: 'BELOW_MINIMUM_DELEGATION',
      detail: /at least 1\.$/,
    });
    assert.equal(answer.body.retryable, false);
  });
}
