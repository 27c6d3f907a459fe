import type { Address } from '@solana/kit';
import type { Delegation } from '@solana-program/stake';
import { STAKE_POOL_ERROR__WRONG_STAKE_STAKE, type StakePool } from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { parseStakeState } from '../../vm/stake/stake-account.ts';
import { fail } from './pool-call.ts';

/** A stake account as the program looks at it; `delegation` is undefined for one that is only initialized. */
export type PoolStake = { readonly lamports: bigint; readonly delegation: Delegation | undefined };

/**
 * The delegation of a stake account.
 *
 * @throws {ProgramFailure} BorshIoError for an account that is no stake account, 11 for one not delegated.
 */
export function requireDelegation(call: ModelledCall, address: Address): Delegation {
  const account = call.findAccount(address);
  const state = account === undefined ? undefined : parseStakeState(account.data);
  if (state === undefined) throw new ProgramFailure('BorshIoError');
  if (state.__kind !== 'Stake') fail(STAKE_POOL_ERROR__WRONG_STAKE_STAKE);
  return state.fields[1].delegation;
}

/** A stake account a pool can manage, or undefined: its authorities and its lockup are those of the pool. */
export function findPoolStake(
  call: ModelledCall,
  pool: StakePool,
  authority: Address,
  address: Address,
): PoolStake | undefined {
  const account = call.findAccount(address);
  const state = account === undefined ? undefined : parseStakeState(account.data);
  if (account === undefined || (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized'))
    return undefined;
  const { authorized, lockup } = state.fields[0];
  const isUsable =
    authorized.staker === authority &&
    authorized.withdrawer === authority &&
    lockup.unixTimestamp === pool.lockup.unixTimestamp &&
    lockup.epoch === pool.lockup.epoch &&
    lockup.custodian === pool.lockup.custodian;
  if (!isUsable) return undefined;
  const delegation = state.__kind === 'Stake' ? state.fields[1].delegation : undefined;
  return { lamports: account.lamports, delegation };
}

/**
 * Checks whether a delegation is inactive, as far as the program can tell without the stake history.
 */
export function isInactive({ activationEpoch, deactivationEpoch }: Delegation, epoch: bigint): boolean {
  return deactivationEpoch < epoch || (activationEpoch === epoch && deactivationEpoch === epoch);
}
