import { getMintDecoder } from '@solana-program/token';
import {
  type ParsedUpdateStakePoolBalanceInstruction,
  previewEpochUpdate,
} from '@staking-agent/chain/stake-pool';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake/stake-account.ts';
import { mintTokens } from './native-steps.ts';
import {
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsReserve,
  assertIsValidatorList,
  assertIsWithdrawAuthority,
  canTakeFees,
  type PoolCall,
  readLamports,
  requireMintDecimals,
  requirePool,
  requireValidatorList,
  writePool,
} from './pool-call.ts';
import { requireOk } from './require-ok.ts';

/** UpdateStakePoolBalance, with the checks of `process_update_stake_pool_balance` in its order. */
export function updateStakePoolBalance(
  call: PoolCall,
  { accounts }: ParsedUpdateStakePoolBalanceInstruction,
): void {
  const poolAddress = accounts.stakePool.address;
  const pool = requirePool(call, poolAddress);
  const authority = accounts.withdrawAuthority.address;
  requireMintDecimals(call, pool, accounts.poolMint.address);
  assertIsWithdrawAuthority(call, pool, poolAddress, authority);
  assertIsReserve(pool, accounts.reserveStake.address);
  assertIsManagerFeeAccount(pool, accounts.managerFeeAccount.address);
  assertIsValidatorList(pool, accounts.validatorList.address);
  assertIsProgram(pool.tokenProgramId, accounts.tokenProgram.address);
  const { validators } = requireValidatorList(call, pool.validatorList);

  const mint = call.findAccount(pool.poolMint);
  const update = requireOk(
    previewEpochUpdate(pool, {
      validators,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      feeWaived: !canTakeFees(call, pool),
      reserveLamports: readLamports(call, pool.reserveStake),
      reserveRent: call.getRent(BigInt(STAKE_ACCOUNT_SIZE)),
      ...(mint !== undefined && { mintSupply: getMintDecoder().decode(mint.data).supply }),
    }),
  );
  if (update.managerTokens > 0n) {
    const step = mintTokens(pool.poolMint, pool.managerFeeAccount, authority, update.managerTokens);
    call.invoke(step, [authority]);
  }
  writePool(call, poolAddress, update.pool);
}
