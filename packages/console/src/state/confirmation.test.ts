import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpen, sayTrade } from './confirmation.ts';

const stake = (amount: bigint) => ({ asset: 'stake', amount, account: 'a', least: amount });

test('the button says what a signature gives and gets', () => {
  assert.equal(sayTrade({ leaves: [], arrives: [] }), 'Sign – no money moves');
  assert.equal(sayTrade({ leaves: [stake(0n)], arrives: [] }), 'Sign – no money moves');
  assert.equal(sayTrade({ leaves: [stake(1n)], arrives: [] }), 'Sign – give 0.000000001 SOL of stake');
  assert.equal(
    sayTrade({ leaves: [stake(4_000_000_000n)], arrives: [stake(4_000_000_000n)] }),
    'Sign – move 4 SOL of stake',
  );
  assert.equal(
    sayTrade({ leaves: [], arrives: [stake(9_007_199_254_740_993n)] }),
    'Sign – receive 9007199.254740993 SOL of stake',
  );
  assert.equal(
    sayTrade({ leaves: [stake(1n), stake(2n)], arrives: [stake(3n)] }),
    'Sign – move 0.000000001 SOL of stake and 0.000000002 SOL of stake',
  );
});

test('what can be less is never stated as what arrives', () => {
  assert.equal(isOpen(stake(5n)), false);
  assert.equal(isOpen({ ...stake(5n), least: 4n }), true);
  assert.equal(isOpen({ ...stake(5n), least: undefined }), true);
  assert.equal(isOpen({ ...stake(5n), isAtRate: true }), true);
  const arrives = [{ ...stake(5n), least: 4n }];
  assert.equal(sayTrade({ leaves: [], arrives }), 'Sign – receive about 0.000000005 SOL of stake');
});
