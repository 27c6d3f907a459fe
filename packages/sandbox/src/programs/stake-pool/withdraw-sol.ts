import {
  type ParsedWithdrawSolInstruction,
  previewWithdrawSol,
  STAKE_POOL_ERROR__INVALID_SOL_WITHDRAW_AUTHORITY,
  STAKE_POOL_ERROR__SIGNATURE_MISSING,
} from '@staking-agent/chain/stake-pool';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake/stake-account.ts';
import { assertHasSigned } from './assert-has-signed.ts';
import { burnTokens, transferTokens, withdrawStake } from './native-steps.ts';
import {
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsReserve,
  assertIsWithdrawAuthority,
  canTakeFees,
  type PoolCall,
  readLamports,
  requireMintDecimals,
  requirePool,
  writePool,
} from './pool-call.ts';
import { requireOk } from './require-ok.ts';

/** WithdrawSol, with the checks of `process_withdraw_sol` in its order. */
export function withdrawSol(
  call: PoolCall,
  { accounts, data }: ParsedWithdrawSolInstruction,
  minimumLamports?: bigint,
): void {
  const poolAddress = accounts.stakePool.address;
  const pool = requirePool(call, poolAddress);
  const authority = accounts.withdrawAuthority.address;
  assertIsWithdrawAuthority(call, pool, poolAddress, authority);
  assertHasSigned(call, pool.solWithdrawAuthority, accounts.solWithdrawAuthority, {
    wrong: STAKE_POOL_ERROR__INVALID_SOL_WITHDRAW_AUTHORITY,
    missing: STAKE_POOL_ERROR__SIGNATURE_MISSING,
  });
  const decimals = requireMintDecimals(call, pool, accounts.poolMint.address);
  assertIsReserve(pool, accounts.reserveStake.address);
  assertIsProgram(pool.tokenProgramId, accounts.tokenProgram.address);
  assertIsProgram(STAKE_PROGRAM_ADDRESS, accounts.stakeProgram.address);
  assertIsManagerFeeAccount(pool, accounts.managerFeeAccount.address);

  const source = accounts.sourceTokenAccount.address;
  const owner = accounts.tokenOwner.address;
  const withdrawal = requireOk(
    previewWithdrawSol(pool, {
      poolTokens: data.poolTokens,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      feeWaived: source === pool.managerFeeAccount || !canTakeFees(call, pool),
      reserveLamports: readLamports(call, pool.reserveStake),
      reserveRent: call.getRent(BigInt(STAKE_ACCOUNT_SIZE)),
      ...(minimumLamports !== undefined && { minimumLamports }),
    }),
  );
  call.invoke(burnTokens(pool.poolMint, source, owner, withdrawal.burnedTokens));
  if (withdrawal.feeTokens > 0n) {
    const destination = pool.managerFeeAccount;
    const amount = withdrawal.feeTokens;
    call.invoke(transferTokens({ mint: pool.poolMint, source, destination, owner, amount, decimals }));
  }
  const receiver = accounts.lamportReceiver.address;
  call.invoke(withdrawStake(pool.reserveStake, receiver, authority, withdrawal.lamports), [authority]);
  writePool(call, poolAddress, { ...pool, ...withdrawal.pool });
}
