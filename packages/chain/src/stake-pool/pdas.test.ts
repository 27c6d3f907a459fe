import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address } from '@solana/kit';
import {
  findDepositAuthorityPda,
  findTransientStakePda,
  findValidatorStakePda,
} from '../../test/stake-pool/pdas.ts';
import { findWithdrawAuthorityPda, SANCTUM_STAKE_POOL_PROGRAM_ADDRESS } from './accounts.ts';

// The pool of JitoSOL; its withdraw authority is public as the mint authority of the token.
const stakePool = address('Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb');
const voteAccount = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const sanctum = { programAddress: SANCTUM_STAKE_POOL_PROGRAM_ADDRESS };

test('finds the withdraw authority of a pool that exists', async () => {
  const [found] = await findWithdrawAuthorityPda({ stakePool });
  assert.equal(found, '6iQKfEyhr3bZMotVkW6beNZz5CPAkiwvgV2CTje9pVSS');
});

test('no two roles, seeds or programs share an address', async () => {
  const found = await Promise.all(
    [{}, sanctum].flatMap((config) => [
      findWithdrawAuthorityPda({ stakePool }, config),
      findDepositAuthorityPda({ stakePool }, config),
      findValidatorStakePda({ voteAccount, stakePool }, config),
      findValidatorStakePda({ voteAccount, stakePool, seed: 1 }, config),
      findTransientStakePda({ voteAccount, stakePool, seed: 0n }, config),
      findTransientStakePda({ voteAccount, stakePool, seed: 1n }, config),
    ]),
  );
  assert.equal(new Set(found.map(([pda]) => pda)).size, 12);
});

test('a validator seed of zero is none', async () => {
  assert.deepEqual(
    await findValidatorStakePda({ voteAccount, stakePool, seed: 0 }),
    await findValidatorStakePda({ voteAccount, stakePool }),
  );
});
