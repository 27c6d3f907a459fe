import type { Address } from '@solana/kit';
import type { Fee, StakePool, ValidatorStakeInfo } from './accounts.ts';
import {
  STAKE_POOL_ERROR__CALCULATION_FAILURE,
  STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE,
  STAKE_POOL_ERROR__INCORRECT_WITHDRAW_VOTE_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS,
  STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE,
  STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND,
  STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL,
} from './generated/errors/index.ts';
import {
  applyFee,
  divideUp,
  type FeeRounding,
  lamportsForPoolTokens,
  type PoolTotals,
  type Refusal,
  refuse,
  STAKE_ERROR__INSUFFICIENT_DELEGATION,
} from './math.ts';

/** The result of a withdrawal. The owner parts with `burnedTokens + feeTokens`. */
export type Withdrawal = {
  readonly ok: true;
  /** Lamports that the owner receives. */
  readonly lamports: bigint;
  /** Burned, in pool-token base units. */
  readonly burnedTokens: bigint;
  /** Moved to the manager, in pool-token base units. */
  readonly feeTokens: bigint;
  /** The pool's totals afterwards. */
  readonly pool: PoolTotals;
};

type WithdrawalInput = {
  /** Pool tokens given back, in base units, the fee included. */
  readonly poolTokens: bigint;
  readonly epoch: bigint;
  readonly feeRounding: FeeRounding;
  /**
   * The program takes no fee when the tokens come out of the manager fee account itself, or when that account is
   * not a token account of the pool's mint (any more).
   */
  readonly feeWaived?: boolean;
  /** For the form with slippage: least lamports to receive; equal passes. */
  readonly minimumLamports?: bigint;
};

/**
 * Begins both withdrawals: takes the fee, prices the rest, checks the limits on the amount.
 *
 * @returns the withdrawal as far as the price goes: lamports rounded down, the fee as `feeRounding` says.
 */
function priceWithdrawal(pool: PoolTotals, fee: Fee, input: WithdrawalInput): Withdrawal | Refusal {
  const feeTokens = input.feeWaived ? 0n : applyFee(fee, input.poolTokens, input.feeRounding);
  const burnedTokens = input.poolTokens - feeTokens;
  if (burnedTokens < 0n) return refuse(STAKE_POOL_ERROR__CALCULATION_FAILURE);
  const lamports = lamportsForPoolTokens(pool, burnedTokens);
  if (lamports === 0n) return refuse(STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL);
  if (lamports < (input.minimumLamports ?? 0n)) return refuse(STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE);
  return { ok: true, ...takeOut(pool, lamports, burnedTokens), feeTokens };
}

/** Subtracts `lamports` and `burnedTokens` from a pool. */
function takeOut(pool: PoolTotals, lamports: bigint, burnedTokens: bigint) {
  const totalLamports = pool.totalLamports - lamports;
  const poolTokenSupply = pool.poolTokenSupply - burnedTokens;
  return { lamports, burnedTokens, pool: { totalLamports, poolTokenSupply } };
}

/**
 * Computes a WithdrawSol as the program does (`process_withdraw_sol`).
 *
 * Lamports are rounded down, the fee as `feeRounding` says.
 *
 * @param input.reserveLamports - whole balance of the reserve account.
 * @param input.reserveRent - the reserve that its `Meta` states, which must remain.
 * @returns the withdrawal, or the refusal: 17 pool not updated in this epoch, 28 worth no lamport, 39 below the
 *   minimum, 35 more than the reserve can give, 3 a fee over one whole.
 */
export function previewWithdrawSol(
  pool: StakePool,
  input: WithdrawalInput & { readonly reserveLamports: bigint; readonly reserveRent: bigint },
): Withdrawal | Refusal {
  if (pool.lastUpdateEpoch < input.epoch) return refuse(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  const withdrawal = priceWithdrawal(pool, pool.solWithdrawalFee, input);
  if (!withdrawal.ok) return withdrawal;
  if (input.reserveLamports - withdrawal.lamports < input.reserveRent) {
    return refuse(STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE);
  }
  return withdrawal;
}

/** The least delegation the pool program itself asks for, in lamports; the stake program's is far higher. */
const MINIMUM_ACTIVE_STAKE = 1_000_000n;

/** The amounts that decide where stake is withdrawn from, in lamports. */
type WithdrawStakeLimits = {
  /** Must remain in a stake account that is split: rent reserve and minimum delegation. */
  readonly required: bigint;
  /** Price of one pool-token base unit, rounded up. */
  readonly tolerance: bigint;
  /** An account counts as withdrawable above this. */
  readonly threshold: bigint;
};

/** The stake accounts a withdrawal may use: `whole-validator` takes all of one account. */
type WithdrawStakeSource = 'validator' | 'transient' | 'whole-validator';

/**
 * Computes the limits on stake withdrawals from the price and from the ledger's own minimums.
 *
 * @param input.stakeRent - reserve that `Meta` of a stake account states, in lamports: releases up to 2.1.0 do not ask for rent.
 * @param input.minimumDelegation - the stake program's minimum in lamports.
 * @returns undefined while the pool has no supply, when the program fails with error 3.
 */
function withdrawStakeLimits(
  { totalLamports, poolTokenSupply }: PoolTotals,
  { stakeRent, minimumDelegation }: { stakeRent: bigint; minimumDelegation: bigint },
): WithdrawStakeLimits | undefined {
  if (poolTokenSupply === 0n) return undefined;
  const tolerance = divideUp(totalLamports, poolTokenSupply);
  const delegation = minimumDelegation > MINIMUM_ACTIVE_STAKE ? minimumDelegation : MINIMUM_ACTIVE_STAKE;
  const required = stakeRent + delegation;
  return { required, tolerance, threshold: required + tolerance };
}

/**
 * Returns the kind of account that a withdrawal from a validator has to use.
 *
 * Active stake of any validator goes first, then transient stake of any; only when there is neither may a whole
 * validator account be taken, or the reserve be split.
 */
function requiredWithdrawStakeSource(
  validators: readonly ValidatorStakeInfo[],
  { threshold }: WithdrawStakeLimits,
): WithdrawStakeSource {
  const active = validators.filter(({ status }) => status === 'Active');
  if (active.some(({ activeStakeLamports }) => activeStakeLamports > threshold)) return 'validator';
  if (active.some(({ transientStakeLamports }) => transientStakeLamports > threshold)) return 'transient';
  return 'whole-validator';
}

/** Checks whether the pool's preferred validator must be withdrawn from, and is not `voteAccount`. */
function isOtherValidatorPreferred(
  pool: StakePool,
  voteAccount: Address,
  validators: readonly ValidatorStakeInfo[],
  { threshold }: WithdrawStakeLimits,
): boolean {
  const preferred = pool.preferredWithdrawValidator;
  if (preferred === null || preferred === voteAccount) return false;
  const entry = validators.find((validator) => validator.voteAccount === preferred);
  return entry !== undefined && entry.activeStakeLamports > threshold;
}

/** The account a WithdrawStake splits, and its whole balance in lamports. */
export type StakeToSplit =
  | { readonly account: 'validator' | 'transient'; readonly voteAccount: Address; readonly lamports: bigint }
  | { readonly account: 'reserve'; readonly lamports: bigint };

type StakeWithdrawalInput = WithdrawalInput & {
  readonly from: StakeToSplit;
  /** The entries of the pool's validator list. */
  readonly validators: readonly ValidatorStakeInfo[];
  /** Reserve that `Meta` of a stake account states, in lamports. */
  readonly stakeRent: bigint;
  /** The stake program's minimum delegation in lamports, as the ledger says. */
  readonly minimumDelegation: bigint;
};

/** A {@link Withdrawal}, and what it makes of the stake accounts. */
export type StakeWithdrawal = Withdrawal & {
  /** Delegation of the user's account in lamports, active at once; zero for stake out of the reserve. */
  readonly delegatedLamports: bigint;
  /** The pool's totals afterwards, and its preferred validators where they are reset. */
  readonly pool: PoolTotals & Partial<StakePool>;
  /** The change of the list entry of the account that was split; undefined for the reserve. */
  readonly entry?: Partial<ValidatorStakeInfo>;
};

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
  pool: StakePool,
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
  pool: StakePool,
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
  entry: ValidatorStakeInfo,
  { validators, feeRounding }: StakeWithdrawalInput,
  limits: WithdrawStakeLimits,
): WithdrawStakeSource {
  const source = requiredWithdrawStakeSource(validators, limits);
  const keepsTransient = feeRounding === 'up' && entry.transientStakeLamports > 0n;
  return source === 'whole-validator' && keepsTransient ? 'transient' : source;
}

function splitAccount(
  priced: Withdrawal,
  entry: ValidatorStakeInfo,
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
  pool: StakePool,
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

function forgetPreferred(pool: StakePool, voteAccount: Address): Partial<StakePool> {
  return {
    ...(pool.preferredDepositValidator === voteAccount && { preferredDepositValidator: null }),
    ...(pool.preferredWithdrawValidator === voteAccount && { preferredWithdrawValidator: null }),
  };
}
