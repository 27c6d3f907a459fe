import type { AccountMeta, Address } from '@solana/kit';
import type { Delegation } from '@solana-program/stake';
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
import { type ModelledCall, type Pda, ProgramFailure } from '../../vm/player/model.ts';
import { parseStakeState, STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import { parseMintSupply } from '../../vm/token-balances.ts';
import { mergeStake, mintTokens, withdrawStake } from '../native.ts';
import {
  canTakeFees,
  fail,
  findTransientStake,
  findValidatorStake,
  openPool,
  type PoolCall,
  readLamports,
  requireOk,
  requireValidatorList,
  writePool,
  writeValidatorList,
} from './call.ts';

/** UpdateStakePoolBalance, with the checks of `process_update_stake_pool_balance`. */
export function updateStakePoolBalance(
  call: PoolCall,
  { accounts }: ParsedUpdateStakePoolBalanceInstruction<string>,
): void {
  const { pool, authority } = openPool(call, accounts);
  const { validators } = requireValidatorList(call, pool);
  const mint = call.findAccount(pool.poolMint);
  const mintSupply = mint && parseMintSupply(mint);
  const update = requireOk(
    previewEpochUpdate(pool, {
      validators,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      feeWaived: !canTakeFees(call, pool),
      reserveLamports: readLamports(call, pool.reserveStake),
      reserveRent: call.getRent(BigInt(STAKE_ACCOUNT_SIZE)),
      ...(mintSupply !== undefined && { mintSupply }),
    }),
  );
  const { managerTokens } = update;
  if (managerTokens > 0n) {
    call.invoke(
      mintTokens(pool.poolMint, pool.managerFeeAccount, authority.address, managerTokens),
      authority,
    );
  }
  writePool(call, accounts.stakePool.address, update.pool);
}

/** UpdateValidatorListBalance, with the checks of `process_update_validator_list_balance`. */
export function updateValidatorListBalance(
  call: ModelledCall,
  {
    accounts,
    data,
    remainingAccounts,
  }: ParsedUpdateValidatorListBalanceInstruction<string> & {
    readonly remainingAccounts: readonly AccountMeta[];
  },
): void {
  const { pool, authority } = openPool(call, accounts);
  if (remainingAccounts.length % 2 !== 0) fail(STAKE_POOL_ERROR__UNEXPECTED_VALIDATOR_LIST_ACCOUNT_SIZE);
  const list = requireValidatorList(call, pool);
  const pairs = remainingAccounts.length / 2;
  if (data.startIndex + pairs > list.validators.length) throw new ProgramFailure('AccountDataTooSmall');

  const validators = list.validators.map((entry, index) => {
    const at = index - data.startIndex;
    const [validator, transient] = at < 0 ? [] : remainingAccounts.slice(2 * at, 2 * at + 2);
    if (validator === undefined || transient === undefined) return entry;
    const seeds = [call.programAddress, accounts.stakePool.address, entry.voteAccount] as const;
    const isOwn =
      validator.address === findValidatorStake(...seeds, entry.validatorSeedSuffix) &&
      transient.address === findTransientStake(...seeds, entry.transientSeedSuffix);
    if (!isOwn) return entry;
    const stakes = { validator: validator.address, transient: transient.address };
    return updateEntry({ call, pool, authority, noMerge: data.noMerge, ...stakes }, entry);
  });
  writeValidatorList(call, pool, { ...list, validators });
}

/** The two stake accounts of an entry of the list, and what is done with them. */
type EntryStakes = {
  readonly call: ModelledCall;
  readonly pool: StakePool;
  readonly authority: Pda;
  readonly noMerge: boolean;
  readonly validator: Address;
  readonly transient: Address;
};

type Settled = { readonly status: StakeStatus; readonly lamports: bigint };

/** Updates an entry of the list to the current epoch. */
function updateEntry(stakes: EntryStakes, entry: ValidatorStakeInfo): ValidatorStakeInfo {
  const { status } = entry;
  const transient =
    entry.transientStakeLamports === 0n ? { status, lamports: 0n } : settleTransient(stakes, status);
  const validator = settleValidator(stakes, transient);
  return {
    ...entry,
    status: validator.status,
    lastUpdateEpoch: stakes.call.epoch,
    activeStakeLamports: validator.lamports,
    transientStakeLamports: transient.lamports,
  };
}

const WITHOUT_VALIDATOR: Partial<Record<StakeStatus, StakeStatus>> = {
  DeactivatingAll: 'DeactivatingTransient',
  DeactivatingValidator: 'ReadyForRemoval',
};
const WITHOUT_TRANSIENT: Partial<Record<StakeStatus, StakeStatus>> = {
  DeactivatingAll: 'DeactivatingValidator',
  DeactivatingTransient: 'ReadyForRemoval',
};

/** Merges transient stake into its destination; stake that is still transient is only counted. */
function settleTransient(stakes: EntryStakes, status: StakeStatus): Settled {
  const { call, pool, authority, noMerge, validator, transient } = stakes;
  const stake = findPoolStake(stakes, transient);
  if (stake === undefined) return { status, lamports: 0n };
  if (noMerge) return { status, lamports: stake.lamports };
  const { delegation } = stake;
  if (delegation === undefined || isInactive(delegation, call.epoch)) {
    call.invoke(mergeStake(transient, pool.reserveStake, authority.address), authority);
    return { status: WITHOUT_TRANSIENT[status] ?? status, lamports: 0n };
  }
  // Also into a validator that is leaving, which the stake program refuses.
  const target = findPoolStake(stakes, validator)?.delegation;
  const isActive = delegation.activationEpoch < call.epoch;
  if (isActive && target !== undefined && target.activationEpoch < call.epoch) {
    call.invoke(mergeStake(transient, validator, authority.address), authority);
  }
  return { status, lamports: readLamports(call, transient) };
}

/** Sends surplus lamports to the reserve, and all inactive stake of a validator. */
function settleValidator(stakes: EntryStakes, { status, lamports: transientLamports }: Settled): Settled {
  const { call, pool, authority, noMerge, validator } = stakes;
  const stake = findPoolStake(stakes, validator);
  if (stake === undefined) return { status, lamports: 0n };
  const { delegation } = stake;
  const merge = (): void =>
    call.invoke(mergeStake(validator, pool.reserveStake, authority.address), authority);
  if (delegation === undefined) {
    merge();
    return { status: transientLamports === 0n ? 'ReadyForRemoval' : 'DeactivatingTransient', lamports: 0n };
  }
  const surplus = stake.lamports - delegation.stake - call.getRent(BigInt(STAKE_ACCOUNT_SIZE));
  if (surplus > 0n) {
    call.invoke(withdrawStake(validator, pool.reserveStake, authority.address, surplus), authority);
  }
  const lamports = surplus > 0n ? stake.lamports - surplus : stake.lamports;
  if (status === 'Active') return { status, lamports };
  const left = WITHOUT_VALIDATOR[status];
  if (left === undefined) return { status, lamports: 0n };
  if (noMerge || !isInactive(delegation, call.epoch)) return { status, lamports };
  merge();
  return { status: left, lamports: 0n };
}

/** Reads a stake account that a pool can manage: its authorities and its lockup are those of the pool. */
function findPoolStake(
  { call, pool, authority }: EntryStakes,
  address: Address,
): { readonly lamports: bigint; readonly delegation: Delegation | undefined } | undefined {
  const account = call.findAccount(address);
  const state = account === undefined ? undefined : parseStakeState(account.data);
  if (account === undefined || (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized')) {
    return undefined;
  }
  const { authorized, lockup } = state.fields[0];
  const isUsable =
    authorized.staker === authority.address &&
    authorized.withdrawer === authority.address &&
    lockup.unixTimestamp === pool.lockup.unixTimestamp &&
    lockup.epoch === pool.lockup.epoch &&
    lockup.custodian === pool.lockup.custodian;
  if (!isUsable) return undefined;
  const delegation = state.__kind === 'Stake' ? state.fields[1].delegation : undefined;
  return { lamports: account.lamports, delegation };
}

/** Checks whether a delegation is inactive, as far as the program can tell without the stake history. */
function isInactive({ activationEpoch, deactivationEpoch }: Delegation, epoch: bigint): boolean {
  return deactivationEpoch < epoch || (activationEpoch === epoch && deactivationEpoch === epoch);
}

/** CleanupRemovedValidatorEntries; preferences are reset only where the pool is writable. */
export function cleanupRemovedValidatorEntries(
  call: ModelledCall,
  { accounts }: ParsedCleanupRemovedValidatorEntriesInstruction<string>,
): void {
  const { pool } = openPool(call, accounts);
  const { address } = accounts.stakePool;
  const list = requireValidatorList(call, pool);
  const validators = list.validators.filter(
    ({ status, activeStakeLamports, transientStakeLamports }) =>
      status !== 'ReadyForRemoval' || activeStakeLamports !== 0n || transientStakeLamports !== 0n,
  );
  writeValidatorList(call, pool, { ...list, validators });

  if (!call.accounts.some((account) => account.address === address && account.isWritable)) return;
  const keep = (preferred: Address | null): Address | null =>
    validators.some(({ voteAccount, status }) => voteAccount === preferred && status === 'Active')
      ? preferred
      : null;
  writePool(call, address, {
    ...pool,
    preferredDepositValidator: keep(pool.preferredDepositValidator),
    preferredWithdrawValidator: keep(pool.preferredWithdrawValidator),
  });
}
