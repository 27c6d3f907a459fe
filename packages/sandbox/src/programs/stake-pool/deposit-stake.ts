import {
  type ParsedDepositStakeInstruction,
  previewDepositStake,
  STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STAKE_DEPOSIT_AUTHORITY,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND,
  type StakePool,
  type ValidatorList,
} from '@staking-agent/chain/stake-pool';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { mintDeposit } from './mint-deposit.ts';
import { authorizeStake, mergeStake, withdrawStake } from './native-steps.ts';
import { findDepositAuthority, findValidatorStake } from './pool-addresses.ts';
import {
  assertIsClock,
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsReserve,
  assertIsValidatorList,
  assertIsWithdrawAuthority,
  fail,
  type PoolCall,
  readLamports,
  requireMintDecimals,
  requirePool,
  requireValidatorList,
  writePool,
  writeValidatorList,
} from './pool-call.ts';
import { requireOk } from './require-ok.ts';
import { requireDelegation } from './stake-state.ts';

/** DepositStake, with the checks of `process_deposit_stake` in its order; the amounts are measured by merging. */
export function depositStake(
  call: PoolCall,
  { accounts }: ParsedDepositStakeInstruction,
  minimumPoolTokens?: bigint,
): void {
  const { pool, list } = requireParts(call, accounts);
  const poolAddress = accounts.stakePool.address;
  const validatorStake = accounts.validatorStake.address;
  const before = { lamports: readLamports(call, validatorStake), ...requireDelegation(call, validatorStake) };
  assertTakesDeposits(call, accounts, pool, list);

  const depositAuthority = accounts.depositAuthority.address;
  const authority = accounts.withdrawAuthority.address;
  const stake = accounts.depositedStake.address;
  const isOpen = depositAuthority === findDepositAuthority(call.programAddress, poolAddress);
  for (const instruction of authorizeStake(stake, depositAuthority, authority)) {
    call.invoke(instruction, isOpen ? [depositAuthority] : []);
  }
  call.invoke(mergeStake(stake, validatorStake, authority), [authority]);

  const delegated = requireDelegation(call, validatorStake).stake - before.stake;
  const deposit = requireOk(
    previewDepositStake(pool, {
      lamports: readLamports(call, validatorStake) - before.lamports,
      delegatedLamports: delegated,
      voteAccount: before.voterPubkey,
      validators: list.validators,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      ...(minimumPoolTokens !== undefined && { minimumPoolTokens }),
    }),
  );
  mintDeposit(call, deposit, {
    mint: pool.poolMint,
    authority,
    user: accounts.destinationTokenAccount.address,
    manager: pool.managerFeeAccount,
    referrer: accounts.referrerTokenAccount.address,
  });
  const { lamportsToReserve } = deposit;
  if (lamportsToReserve > 0n) {
    const step = withdrawStake(validatorStake, pool.reserveStake, authority, lamportsToReserve);
    call.invoke(step, [authority]);
  }
  writePool(call, poolAddress, { ...pool, ...deposit.pool });
  const activeStakeLamports = readLamports(call, validatorStake);
  writeValidatorList(call, pool.validatorList, {
    ...list,
    validators: list.validators.map((entry) =>
      entry.voteAccount === before.voterPubkey ? { ...entry, activeStakeLamports } : entry,
    ),
  });
}

type Accounts = ParsedDepositStakeInstruction['accounts'];

function requireParts(call: ModelledCall, accounts: Accounts): { pool: StakePool; list: ValidatorList } {
  assertIsClock(accounts.clock.address);
  assertIsProgram(STAKE_PROGRAM_ADDRESS, accounts.stakeProgram.address);
  const pool = requirePool(call, accounts.stakePool.address);
  assertIsWithdrawAuthority(call, pool, accounts.stakePool.address, accounts.withdrawAuthority.address);
  if (accounts.depositAuthority.address !== pool.stakeDepositAuthority) {
    fail(STAKE_POOL_ERROR__INVALID_STAKE_DEPOSIT_AUTHORITY);
  }
  requireMintDecimals(call, pool, accounts.poolMint.address);
  assertIsValidatorList(pool, accounts.validatorList.address);
  assertIsReserve(pool, accounts.reserveStake.address);
  assertIsProgram(pool.tokenProgramId, accounts.tokenProgram.address);
  assertIsManagerFeeAccount(pool, accounts.managerFeeAccount.address);
  if (pool.lastUpdateEpoch < call.epoch) fail(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  return { pool, list: requireValidatorList(call, accounts.validatorList.address) };
}

function assertTakesDeposits(
  call: ModelledCall,
  accounts: Accounts,
  pool: StakePool,
  list: ValidatorList,
): void {
  const stake = accounts.validatorStake.address;
  const { voterPubkey } = requireDelegation(call, stake);
  const preferred = pool.preferredDepositValidator;
  if (preferred !== null && preferred !== voterPubkey) fail(STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS);
  const entry = list.validators.find(({ voteAccount }) => voteAccount === voterPubkey);
  if (entry === undefined) fail(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
  const poolAddress = accounts.stakePool.address;
  const derived = findValidatorStake(
    call.programAddress,
    poolAddress,
    voterPubkey,
    entry.validatorSeedSuffix,
  );
  if (stake !== derived) fail(STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS);
  if (entry.status !== 'Active') fail(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
}
