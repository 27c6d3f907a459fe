import type { Address } from '@solana/kit';
import { getMintDecoder } from '@solana-program/token';
import {
  type ParsedCleanupRemovedValidatorEntriesInstruction,
  type ParsedUpdateStakePoolBalanceInstruction,
  type ParsedUpdateValidatorListBalanceInstruction,
  previewEpochUpdate,
  STAKE_POOL_ERROR__UNEXPECTED_VALIDATOR_LIST_ACCOUNT_SIZE,
  type StakePool,
  type StakeStatus,
  type ValidatorStakeInfo,
} from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure } from '../../vm/player/model.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import {
  assertIsClock,
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsReserve,
  assertIsValidatorList,
  assertIsWithdrawAuthority,
  canTakeFees,
  fail,
  findPoolStake,
  findTransientStake,
  findValidatorStake,
  isInactive,
  type PoolCall,
  readLamports,
  requireMintDecimals,
  requireOk,
  requirePool,
  requireValidatorList,
  writePool,
  writeValidatorList,
} from './call.ts';
import { mergeStake, mintTokens, withdrawStake } from './native-steps.ts';

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

const WITHOUT_VALIDATOR: Partial<Record<StakeStatus, StakeStatus>> = {
  DeactivatingAll: 'DeactivatingTransient',
  DeactivatingValidator: 'ReadyForRemoval',
};
const WITHOUT_TRANSIENT: Partial<Record<StakeStatus, StakeStatus>> = {
  DeactivatingAll: 'DeactivatingValidator',
  DeactivatingTransient: 'ReadyForRemoval',
};

/** UpdateValidatorListBalance, with the checks of `process_update_validator_list_balance` in its order. */
export function updateValidatorListBalance(
  call: ModelledCall,
  { accounts, data, remainingAccounts }: ParsedUpdateValidatorListBalanceInstruction,
): void {
  assertIsClock(accounts.clock.address);
  const poolAddress = accounts.stakePool.address;
  const pool = requirePool(call, poolAddress);
  assertIsValidatorList(pool, accounts.validatorList.address);
  const authority = accounts.withdrawAuthority.address;
  assertIsWithdrawAuthority(call, pool, poolAddress, authority);
  assertIsReserve(pool, accounts.reserveStake.address);
  assertIsProgram(STAKE_PROGRAM_ADDRESS, accounts.stakeProgram.address);
  if (remainingAccounts.length % 2 !== 0) fail(STAKE_POOL_ERROR__UNEXPECTED_VALIDATOR_LIST_ACCOUNT_SIZE);
  const list = requireValidatorList(call, pool.validatorList);
  const pairs = remainingAccounts.length / 2;
  if (data.startIndex + pairs > list.validators.length) throw new ProgramFailure('AccountDataTooSmall');

  const parts: Parts = { call, pool, poolAddress, authority, noMerge: data.noMerge };
  const validators = list.validators.map((entry, index) => {
    const at = index - data.startIndex;
    const [validator, transient] = at < 0 ? [] : remainingAccounts.slice(2 * at, 2 * at + 2);
    if (validator === undefined || transient === undefined) return entry;
    return updateEntry(parts, entry, validator.address, transient.address);
  });
  writeValidatorList(call, pool.validatorList, { ...list, validators });
}

type Parts = {
  readonly call: ModelledCall;
  readonly pool: StakePool;
  readonly poolAddress: Address;
  readonly authority: Address;
  readonly noMerge: boolean;
};

/** Updates an entry of the list to the current epoch; unchanged when the accounts belong to another entry. */
function updateEntry(
  parts: Parts,
  entry: ValidatorStakeInfo,
  validator: Address,
  transient: Address,
): ValidatorStakeInfo {
  const { call, poolAddress } = parts;
  const seeds = [call.programAddress, poolAddress, entry.voteAccount] as const;
  const isOwn =
    validator === findValidatorStake(...seeds, entry.validatorSeedSuffix) &&
    transient === findTransientStake(...seeds, entry.transientSeedSuffix);
  if (!isOwn) return entry;
  const afterTransient =
    entry.transientStakeLamports === 0n
      ? { status: entry.status, lamports: 0n }
      : settleTransient(parts, entry, validator, transient);
  const afterValidator = settleValidator(parts, afterTransient, validator);
  return {
    ...entry,
    status: afterValidator.status,
    lastUpdateEpoch: call.epoch,
    activeStakeLamports: afterValidator.lamports,
    transientStakeLamports: afterTransient.lamports,
  };
}

type Settled = { readonly status: StakeStatus; readonly lamports: bigint };

/** Merges transient stake into its destination; stake that is still transient is only counted. */
function settleTransient(
  { call, pool, authority, noMerge }: Parts,
  { status }: ValidatorStakeInfo,
  validator: Address,
  transient: Address,
): Settled {
  const stake = findPoolStake(call, pool, authority, transient);
  if (stake === undefined) return { status, lamports: 0n };
  if (noMerge) return { status, lamports: stake.lamports };
  const { delegation } = stake;
  if (delegation === undefined || isInactive(delegation, call.epoch)) {
    call.invoke(mergeStake(transient, pool.reserveStake, authority), [authority]);
    return { status: WITHOUT_TRANSIENT[status] ?? status, lamports: 0n };
  }
  // Also into a validator that is leaving, which the stake program refuses.
  if (delegation.activationEpoch < call.epoch) {
    const target = findPoolStake(call, pool, authority, validator)?.delegation;
    if (target !== undefined && target.activationEpoch < call.epoch) {
      call.invoke(mergeStake(transient, validator, authority), [authority]);
    }
  }
  return { status, lamports: readLamports(call, transient) };
}

/** Sends surplus lamports to the reserve, and all inactive stake of a validator. */
function settleValidator(
  { call, pool, authority, noMerge }: Parts,
  { status, lamports: transientLamports }: Settled,
  validator: Address,
): Settled {
  const stake = findPoolStake(call, pool, authority, validator);
  const ignored = { status, lamports: 0n };
  if (stake === undefined) return ignored;
  const { delegation } = stake;
  if (delegation === undefined) {
    call.invoke(mergeStake(validator, pool.reserveStake, authority), [authority]);
    return { status: transientLamports === 0n ? 'ReadyForRemoval' : 'DeactivatingTransient', lamports: 0n };
  }
  const surplus = stake.lamports - delegation.stake - call.getRent(BigInt(STAKE_ACCOUNT_SIZE));
  if (surplus > 0n) {
    call.invoke(withdrawStake(validator, pool.reserveStake, authority, surplus), [authority]);
  }
  const lamports = surplus > 0n ? stake.lamports - surplus : stake.lamports;
  if (status === 'Active') return { status, lamports };
  if (status !== 'DeactivatingValidator' && status !== 'DeactivatingAll') return ignored;
  if (noMerge || !isInactive(delegation, call.epoch)) return { status, lamports };
  call.invoke(mergeStake(validator, pool.reserveStake, authority), [authority]);
  return { status: WITHOUT_VALIDATOR[status] ?? status, lamports: 0n };
}

/** CleanupRemovedValidatorEntries; preferences are reset only where the pool is writable. */
export function cleanupRemovedValidatorEntries(
  call: ModelledCall,
  { accounts }: ParsedCleanupRemovedValidatorEntriesInstruction,
): void {
  const poolAddress = accounts.stakePool.address;
  const pool = requirePool(call, poolAddress);
  assertIsValidatorList(pool, accounts.validatorList.address);
  const list = requireValidatorList(call, pool.validatorList);
  const validators = list.validators.filter((entry) => !isRemoved(entry));
  writeValidatorList(call, pool.validatorList, { ...list, validators });

  const isWritable = call.accounts.some((account) => account.address === poolAddress && account.isWritable);
  if (!isWritable) return;
  const keep = (preferred: Address | null): Address | null =>
    validators.some(({ voteAccount, status }) => voteAccount === preferred && status === 'Active')
      ? preferred
      : null;
  writePool(call, poolAddress, {
    ...pool,
    preferredDepositValidator: keep(pool.preferredDepositValidator),
    preferredWithdrawValidator: keep(pool.preferredWithdrawValidator),
  });
}

function isRemoved({ status, activeStakeLamports, transientStakeLamports }: ValidatorStakeInfo): boolean {
  return status === 'ReadyForRemoval' && activeStakeLamports === 0n && transientStakeLamports === 0n;
}
