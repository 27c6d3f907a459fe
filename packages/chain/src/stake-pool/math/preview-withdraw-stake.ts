import type { Address } from '@solana/kit';
import {
  STAKE_POOL_ERROR__CALCULATION_FAILURE,
  STAKE_POOL_ERROR__INCORRECT_WITHDRAW_VOTE_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS,
  STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE,
  STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND,
} from '../errors/stake-pool-error.ts';
import { priceWithdrawal, takeOut, type Withdrawal } from './preview-withdrawal.ts';
import { type Refusal, refuse, STAKE_ERROR__INSUFFICIENT_DELEGATION } from './refusal.ts';
import type {
  StakeToSplit,
  StakeWithdrawal,
  StakeWithdrawalInput,
  WithdrawStakePool,
} from './stake-withdrawal.ts';
import {
  isOtherValidatorPreferred,
  requiredWithdrawStakeSource,
  type WithdrawableValidator,
  type WithdrawStakeLimits,
  type WithdrawStakeSource,
  withdrawStakeLimits,
} from './withdraw-stake-source.ts';

type ValidatorWithdrawal = StakeWithdrawalInput & {
  readonly from: Exclude<StakeToSplit, { account: 'reserve' }>;
};

/**
 * Computes a WithdrawStake as the program does (`process_withdraw_stake`).
 *
 * Lamports are rounded down, the fee as `feeRounding` says. The new account ends with `lamports` on top of the rent it was
 * created with. When a whole validator account is taken, `lamports` is its balance, which may be up to one base unit's price
 * below what the tokens are worth.
 *
 * Programs that round fees `down` (release 1.0.0) differ in three more ways: they leave a reserve that is too small to the
 * stake program to refuse, where the others answer 35; they give a whole validator account away even if the validator has
 * transient stake, where the others demand the transient account; and they keep it as the preferred validator, where the
 * others forget it. Source published after release 2.1.0 raises the threshold by another minimum delegation; no deployed
 * program that this was compared with does.
 *
 * @returns the withdrawal, or the refusal: 17 pool not updated in this epoch, 28 worth no lamport, 39 below the minimum, 25
 *   another validator is preferred, 14 validator not in the pool or leaving it, 15 the wrong kind of account, 23 too little
 *   would remain or not exactly a whole account is taken, 35 or InsufficientFunds reserve too small, stake program 12 less
 *   than the minimum delegation, 3 no supply or a fee over one whole.
 */
export function previewWithdrawStake(
  pool: WithdrawStakePool,
  input: StakeWithdrawalInput,
): StakeWithdrawal | Refusal {
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
): StakeWithdrawal | Refusal {
  if (requiredWithdrawStakeSource(input.validators, limits) !== 'whole-validator') {
    return refuse(STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM);
  }
  if (input.from.lamports - priced.lamports >= input.stakeRent) return { ...priced, delegatedLamports: 0n };
  return input.feeRounding === 'up'
    ? refuse(STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE)
    : { ok: false, by: 'stake', error: 'InsufficientFunds' };
}

function splitValidator(
  pool: WithdrawStakePool,
  priced: Withdrawal,
  input: ValidatorWithdrawal,
  limits: WithdrawStakeLimits,
): StakeWithdrawal | Refusal {
  const { from, validators } = input;
  if (isOtherValidatorPreferred(pool, from.voteAccount, validators, limits)) {
    return refuse(STAKE_POOL_ERROR__INCORRECT_WITHDRAW_VOTE_ADDRESS);
  }
  const entry = validators.find(({ voteAccount }) => voteAccount === from.voteAccount);
  if (entry === undefined) return refuse(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
  const source = sourceFor(entry, input, limits);
  if ((source === 'transient') !== (from.account === 'transient')) {
    return refuse(STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS);
  }
  if (entry.status !== 'Active') return refuse(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
  return source === 'whole-validator'
    ? takeWholeAccount(pool, priced, input, limits)
    : splitAccount(priced, entry, source, input, limits);
}

function sourceFor(
  entry: WithdrawableValidator,
  { validators, feeRounding }: StakeWithdrawalInput,
  limits: WithdrawStakeLimits,
): WithdrawStakeSource {
  const source = requiredWithdrawStakeSource(validators, limits);
  const keepsTransient = feeRounding === 'up' && entry.transientStakeLamports > 0n;
  return source === 'whole-validator' && keepsTransient ? 'transient' : source;
}

function splitAccount(
  priced: Withdrawal,
  entry: WithdrawableValidator,
  source: 'validator' | 'transient',
  { from, minimumDelegation }: StakeWithdrawalInput,
  { required }: WithdrawStakeLimits,
): StakeWithdrawal | Refusal {
  const { lamports } = priced;
  if (from.lamports - lamports < required) {
    return refuse(STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM);
  }
  if (lamports < minimumDelegation) {
    return { ok: false, by: 'stake', code: STAKE_ERROR__INSUFFICIENT_DELEGATION };
  }
  return {
    ...priced,
    delegatedLamports: lamports,
    entry:
      source === 'validator'
        ? { activeStakeLamports: entry.activeStakeLamports - lamports }
        : { transientStakeLamports: entry.transientStakeLamports - lamports },
  };
}

function takeWholeAccount(
  pool: WithdrawStakePool,
  priced: Withdrawal,
  { from, stakeRent, feeRounding }: ValidatorWithdrawal,
  { tolerance }: WithdrawStakeLimits,
): StakeWithdrawal | Refusal {
  const { lamports, voteAccount } = from;
  if (priced.lamports < lamports || priced.lamports > lamports + tolerance) {
    return refuse(STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM);
  }
  const taken = takeOut(pool, lamports, priced.burnedTokens);
  const forgotten = feeRounding === 'up' ? forgetPreferred(pool, voteAccount) : {};
  return {
    ...priced,
    ...taken,
    pool: { ...taken.pool, ...forgotten },
    delegatedLamports: lamports - stakeRent,
    entry: { activeStakeLamports: 0n, status: 'ReadyForRemoval' },
  };
}

function forgetPreferred(pool: WithdrawStakePool, voteAccount: Address): Partial<WithdrawStakePool> {
  return {
    ...(pool.preferredDepositValidator === voteAccount && { preferredDepositValidator: null }),
    ...(pool.preferredWithdrawValidator === voteAccount && { preferredWithdrawValidator: null }),
  };
}
