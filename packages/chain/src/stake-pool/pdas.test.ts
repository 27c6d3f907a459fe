import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address } from '@solana/kit';
import { findWithdrawAuthorityPda, SANCTUM_STAKE_POOL_PROGRAM_ADDRESS } from './accounts.ts';

// The pool of JitoSOL; its withdraw authority is public as the mint authority of the token.
const stakePool = address('Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb');

test('finds the withdraw authority of a pool that exists, and another for a fork of its program', () => {
  const [found] = findWithdrawAuthorityPda({ stakePool });
  assert.equal(found, '6iQKfEyhr3bZMotVkW6beNZz5CPAkiwvgV2CTje9pVSS');
  const programAddress = SANCTUM_STAKE_POOL_PROGRAM_ADDRESS;
  assert.notEqual(findWithdrawAuthorityPda({ stakePool }, { programAddress })[0], found);
});
