import {
  type ParsedDepositSolInstruction,
  type ParsedWithdrawSolInstruction,
  previewDepositSol,
  previewWithdrawSol,
  STAKE_POOL_ERROR__INVALID_SOL_DEPOSIT_AUTHORITY,
  STAKE_POOL_ERROR__INVALID_SOL_WITHDRAW_AUTHORITY,
  STAKE_POOL_ERROR__SIGNATURE_MISSING,
} from '@staking-agent/chain/stake-pool';
import { STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import {
  assertHasSigned,
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsReserve,
  assertIsWithdrawAuthority,
  canTakeFees,
  mintDeposit,
  type PoolCall,
  readLamports,
  requireMintDecimals,
  requireOk,
  requirePool,
  writePool,
} from './call.ts';
import { burnTokens, transferSol, transferTokens, withdrawStake } from './native-steps.ts';

/** DepositSol, with the checks of `process_deposit_sol` in its order. */
export function depositSol(
  call: PoolCall,
  { accounts, data }: ParsedDepositSolInstruction,
  minimumPoolTokens?: bigint,
): void {
  const poolAddress = accounts.stakePool.address;
  const pool = requirePool(call, poolAddress);
  const authority = accounts.withdrawAuthority.address;
  assertIsWithdrawAuthority(call, pool, poolAddress, authority);
  assertHasSigned(call, pool.solDepositAuthority, accounts.solDepositAuthority, {
    wrong: STAKE_POOL_ERROR__INVALID_SOL_DEPOSIT_AUTHORITY,
    missing: STAKE_POOL_ERROR__SIGNATURE_MISSING,
  });
  requireMintDecimals(call, pool, accounts.poolMint.address);
  assertIsReserve(pool, accounts.reserveStake.address);
  assertIsProgram(pool.tokenProgramId, accounts.tokenProgram.address);
  assertIsProgram(SYSTEM_PROGRAM_ADDRESS, accounts.systemProgram.address);
  assertIsManagerFeeAccount(pool, accounts.managerFeeAccount.address);

  const { lamports } = data;
  const limit = minimumPoolTokens === undefined ? {} : { minimumPoolTokens };
  const deposit = requireOk(
    previewDepositSol(pool, { lamports, epoch: call.epoch, feeRounding: call.feeRounding, ...limit }),
  );
  call.invoke(transferSol(accounts.fundingAccount.address, pool.reserveStake, lamports));
  mintDeposit(call, deposit, {
    mint: pool.poolMint,
    authority,
    user: accounts.destinationTokenAccount.address,
    manager: pool.managerFeeAccount,
    referrer: accounts.referrerTokenAccount.address,
  });
  writePool(call, poolAddress, { ...pool, ...deposit.pool });
}

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
