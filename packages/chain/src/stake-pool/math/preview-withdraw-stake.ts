import type { Address } from '@solana/kit';
import type { StakePool } from '../accounts/stake-pool.ts';
import {
  STAKE_POOL_ERROR__CALCULATION_FAILURE,
  STAKE_POOL_ERROR__INCORRECT_WITHDRAW_VOTE_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS,
  STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE,
  STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND,
} from '../errors/stake-pool-error.ts';
import { priceWithdrawal, takeOut, type Withdrawal, type WithdrawalInput } from './preview-withdrawal.ts';
import type { PoolTotals } from './price.ts';
import { type Refusal, refuse, STAKE_ERROR__INSUFFICIENT_DELEGATION } from './refusal.ts';
import {
  isOtherValidatorPreferred,
  requiredWithdrawStakeSource,
  type WithdrawableValidator,
  type WithdrawStakeLimits,
  withdrawStakeLimits,
} from './withdraw-stake-source.ts';

/** The fields of a pool that decide a WithdrawStake. */
export type WithdrawStakePool = PoolTotals &
  Pick<StakePool, 'lastUpdateEpoch' | 'preferredWithdrawValidator' | 'stakeWithdrawalFee'>;

/** The account a WithdrawStake splits, and its whole balance in lamports. */
export type StakeToSplit =
  | { readonly account: 'validator' | 'transient'; readonly voteAccount: Address; readonly lamports: bigint }
  | { readonly account: 'reserve'; readonly lamports: bigint };

/** What decides a WithdrawStake beyond the pool and the common input. */
export type StakeWithdrawalInput = WithdrawalInput & {
  readonly from: StakeToSplit;
  /** The entries of the pool's validator list. */
  readonly validators: readonly WithdrawableValidator[];
  /** Rent reserve of a stake account in lamports, as the ledger says. */
  readonly stakeRent: bigint;
  /** The stake program's minimum delegation in lamports, as the ledger says. */
  readonly minimumDelegation: bigint;
};

/**
 * Computes a WithdrawStake as the program does (`process_withdraw_stake`).
 *
 * Lamports are rounded down, the fee as `feeRounding` says. The new account ends with `lamports` on top of the
 * rent it was created with, all of it delegated and already active. When a whole validator account is taken,
 * `lamports` is its balance, which may be up to one base unit's price below what the tokens are worth.
 *
 * Programs that round fees `down` (release 1.0.0) leave a reserve that is too small to the stake program to
 * refuse; the others refuse it with 35. Source published after release 2.1.0 raises the threshold by another
 * minimum delegation; no program this was held against does.
 *
 * @returns the withdrawal, or the refusal: 17 pool not updated in this epoch, 28 worth no lamport, 39 below the
 *   minimum, 25 another validator is preferred, 14 validator not in the pool or leaving it, 15 the wrong kind of
 *   account, 23 too little would remain or not exactly a whole account is taken, 35 or InsufficientFunds reserve
 *   too small, stake program 12 less than the minimum delegation, 3 no supply or a fee over one whole.
 */
export function previewWithdrawStake(
  pool: WithdrawStakePool,
  input: StakeWithdrawalInput,
): Withdrawal | Refusal {
  if (pool.lastUpdateEpoch < input.epoch) return refuse(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  const priced = priceWithdrawal(pool, pool.stakeWithdrawalFee, input);
  if (!priced.ok) return priced;
  const limits = withdrawStakeLimits(pool, input);
  if (limits === undefined) return refuse(STAKE_POOL_ERROR__CALCULATION_FAILURE);
  return input.from.account === 'reserve'
    ? splitReserve(priced, input, limits)
    : splitValidator(pool, priced, { ...input, from: input.from }, limits);
}

function splitReserve(
  priced: Withdrawal,
  input: StakeWithdrawalInput,
  limits: WithdrawStakeLimits,
): Withdrawal | Refusal {
  if (requiredWithdrawStakeSource(input.validators, limits) !== 'whole-validator') {
    return refuse(STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM);
  }
  if (input.from.lamports - priced.lamports >= input.stakeRent) return priced;
  return input.feeRounding === 'up'
    ? refuse(STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE)
    : { ok: false, by: 'stake', error: 'InsufficientFunds' };
}

function splitValidator(
  pool: WithdrawStakePool,
  priced: Withdrawal,
  input: StakeWithdrawalInput & { from: Exclude<StakeToSplit, { account: 'reserve' }> },
  limits: WithdrawStakeLimits,
): Withdrawal | Refusal {
  const { from, validators } = input;
  if (isOtherValidatorPreferred(pool, from.voteAccount, validators, limits)) {
    return refuse(STAKE_POOL_ERROR__INCORRECT_WITHDRAW_VOTE_ADDRESS);
  }
  const entry = validators.find(({ voteAccount }) => voteAccount === from.voteAccount);
  if (entry === undefined) return refuse(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
  const source = requiredWithdrawStakeSource(validators, limits);
  if ((source === 'transient') !== (from.account === 'transient')) {
    return refuse(STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS);
  }
  if (entry.status !== 'Active') return refuse(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
  if (source === 'whole-validator') return takeWholeAccount(pool, priced, from.lamports, limits);
  if (from.lamports - priced.lamports < limits.required) {
    return refuse(STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM);
  }
  return priced.lamports < input.minimumDelegation
    ? { ok: false, by: 'stake', code: STAKE_ERROR__INSUFFICIENT_DELEGATION }
    : priced;
}

function takeWholeAccount(
  pool: PoolTotals,
  priced: Withdrawal,
  balance: bigint,
  { tolerance }: WithdrawStakeLimits,
): Withdrawal | Refusal {
  if (priced.lamports < balance || priced.lamports > balance + tolerance) {
    return refuse(STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM);
  }
  return { ...priced, ...takeOut(pool, balance, priced.burnedTokens) };
}
