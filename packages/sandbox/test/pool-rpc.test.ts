import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  findWithdrawAuthorityPda,
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake-pool';
import {
  findDepositAuthorityPda,
  findTransientStakePda,
  findValidatorStakePda,
} from '../../chain/test/stake-pool/pdas.ts';
import { POOL_PROGRAM, startTestSandbox } from './start-test-sandbox.ts';

const _STAKE_POOL_FAILED = `Program ${SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS} failed: custom program error: 0x11`;

describe('a modelled program behind JSON-RPC', () => {
  test('has the addresses kit derives, and an executable account', async (t) => {
    const { sandbox, rpc } = await startTestSandbox(t);
    const { stakePool, voteAccount, ...world } = sandbox.ledger.pool;
    assert.equal((await findWithdrawAuthorityPda({ stakePool }, POOL_PROGRAM))[0], world.withdrawAuthority);
    assert.equal((await findWithdrawAuthorityPda({ stakePool }, POOL_PROGRAM))[1], world.withdrawBump);
    assert.equal((await findDepositAuthorityPda({ stakePool }, POOL_PROGRAM))[0], world.depositAuthority);
    assert.equal(
      (await findValidatorStakePda({ stakePool, voteAccount }, POOL_PROGRAM))[0],
      world.validatorStake,
    );
    assert.equal(
      (await findTransientStakePda({ stakePool, voteAccount, seed: 0n }, POOL_PROGRAM))[0],
      world.transientStake,
    );
    for (const program of sandbox.ledger.deployment.routerPrograms) {
      const { value } = await rpc.getAccountInfo(program, { encoding: 'base64' }).send();
      assert.equal(value?.executable, true);
    }
  });
});
