import {
  type ParsedDepositSolInstruction,
  previewDepositSol,
  STAKE_POOL_ERROR__INVALID_SOL_DEPOSIT_AUTHORITY,
  STAKE_POOL_ERROR__SIGNATURE_MISSING,
} from '@staking-agent/chain/stake-pool';
import { SYSTEM_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { assertHasSigned } from './assert-has-signed.ts';
import { mintDeposit } from './mint-deposit.ts';
import { transferSol } from './native-steps.ts';
import {
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsReserve,
  assertIsWithdrawAuthority,
  type PoolCall,
  requireMintDecimals,
  requirePool,
  writePool,
} from './pool-call.ts';
import { requireOk } from './require-ok.ts';

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
