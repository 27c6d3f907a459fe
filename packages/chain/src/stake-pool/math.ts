import type { Address } from '@solana/kit';
import type { Fee, FutureFee, StakePool, ValidatorStakeInfo } from './accounts.ts';
import {
  STAKE_POOL_ERROR__CALCULATION_FAILURE,
  STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL,
  STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE,
  STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__STAKE_LIST_OUT_OF_DATE,
  STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND,
  type StakePoolError,
} from './generated/errors/index.ts';

/** The two totals of a pool, which price its token: lamports, and pool-token base units. */
export type PoolTotals = { readonly totalLamports: bigint; readonly poolTokenSupply: bigint };

/**
 * Computes the pool tokens of a deposit before fees: `lamports · supply / total`.
 *
 * @returns pool-token base units, rounded down; one for one while either total is zero.
 */
export function poolTokensForLamports(pool: PoolTotals, lamports: bigint): bigint {
  const { totalLamports, poolTokenSupply } = pool;
  if (totalLamports === 0n || poolTokenSupply === 0n) return lamports;
  return (lamports * poolTokenSupply) / totalLamports;
}

/**
 * Computes the worth of pool tokens that are burned: `tokens · total / supply`.
 *
 * @returns lamports, rounded down; zero while there is no supply.
 */
export function lamportsForPoolTokens(pool: PoolTotals, poolTokens: bigint): bigint {
  if (pool.poolTokenSupply === 0n) return 0n;
  return (poolTokens * pool.totalLamports) / pool.poolTokenSupply;
}

/**
 * Which way a program rounds fees: `down` in release 1.0.0 and in Sanctum's program for pools of one validator,
 * `up` in 2.x and in Sanctum's other program. It stands for the release where more than rounding differs, which is in withdrawals of stake alone.
 */
export type FeeRounding = 'down' | 'up';

/**
 * Applies a fee to an amount of lamports or tokens: `amount · numerator / denominator`.
 *
 * @param amount - a non-negative count of base units.
 * @returns base units of the same kind, rounded as `rounding` says; zero for a denominator of zero.
 */
export function applyFee(fee: Fee, amount: bigint, rounding: FeeRounding): bigint {
  if (fee.denominator === 0n) return 0n;
  const product = amount * fee.numerator;
  return rounding === 'down' ? product / fee.denominator : divideUp(product, fee.denominator);
}

/** Divides non-negative integers, rounding up. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** The custom code with which the stake program refuses a split below the minimum delegation. */
export const STAKE_ERROR__INSUFFICIENT_DELEGATION = 12;

/**
 * Why a program would refuse: a custom code of the stake pool program, or a fault the stake program raises from
 * within it, which is either its own custom code or a plain instruction error.
 */
export type Refusal =
  | { readonly ok: false; readonly by: 'stake-pool'; readonly code: StakePoolError }
  | { readonly ok: false; readonly by: 'stake'; readonly code: typeof STAKE_ERROR__INSUFFICIENT_DELEGATION }
  | { readonly ok: false; readonly by: 'stake'; readonly error: 'InsufficientFunds' };

/** A refusal by the stake pool program itself. */
export function refuse(code: StakePoolError): Refusal {
  return { ok: false, by: 'stake-pool', code };
}

function fitsU64(amount: bigint): boolean {
  return amount >= 0n && amount < 2n ** 64n;
}

/** The result of a deposit. The pool mints `userTokens + referrerTokens + managerTokens`. */
export type Deposit = {
  readonly ok: true;
  /** Minted to the depositor, in pool-token base units. */
  readonly userTokens: bigint;
  /** Minted to the referrer, in pool-token base units. */
  readonly referrerTokens: bigint;
  /** Minted to the manager, in pool-token base units. */
  readonly managerTokens: bigint;
  /** The pool's totals afterwards. */
  readonly pool: PoolTotals;
};

/**
 * Ends both deposits: splits the fee, checks the result against the limits, adds up.
 *
 * @param input.newTokens - the worth of the lamports before fees, in pool-token base units.
 * @param input.referralPercent - the referrer's part of the fee, rounded down; the manager has the rest.
 */
function settleDeposit(
  pool: PoolTotals,
  input: {
    lamports: bigint;
    newTokens: bigint;
    feeTokens: bigint;
    referralPercent: number;
    minimumPoolTokens?: bigint;
  },
): Deposit | Refusal {
  const { lamports, newTokens, feeTokens, minimumPoolTokens = 0n } = input;
  const userTokens = newTokens - feeTokens;
  const after: PoolTotals = {
    totalLamports: pool.totalLamports + lamports,
    poolTokenSupply: pool.poolTokenSupply + newTokens,
  };
  if (!fitsU64(userTokens)) return refuse(STAKE_POOL_ERROR__CALCULATION_FAILURE);
  if (userTokens === 0n) return refuse(STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL);
  if (userTokens < minimumPoolTokens) return refuse(STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE);
  if (!fitsU64(after.totalLamports) || !fitsU64(after.poolTokenSupply)) {
    return refuse(STAKE_POOL_ERROR__CALCULATION_FAILURE);
  }
  const referrerTokens = (feeTokens * BigInt(input.referralPercent)) / 100n;
  return { ok: true, userTokens, referrerTokens, managerTokens: feeTokens - referrerTokens, pool: after };
}

/**
 * Computes a DepositSol as the program does (`process_deposit_sol`).
 *
 * Tokens are rounded down, the fee on them as `feeRounding` says, the referrer's part of the fee down.
 *
 * @param input.lamports - the deposit.
 * @param input.epoch - the cluster's epoch.
 * @param input.minimumPoolTokens - for the form with slippage: least tokens for the user; equal passes.
 * @returns the deposit, or the refusal: 17 pool not updated in this epoch, 29 worth no token, 39 below the
 *   minimum, 3 beyond 64 bits.
 */
export function previewDepositSol(
  pool: StakePool,
  input: { lamports: bigint; epoch: bigint; feeRounding: FeeRounding; minimumPoolTokens?: bigint },
): Deposit | Refusal {
  if (pool.lastUpdateEpoch < input.epoch) return refuse(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  const newTokens = poolTokensForLamports(pool, input.lamports);
  const feeTokens = applyFee(pool.solDepositFee, newTokens, input.feeRounding);
  return settleDeposit(pool, { ...input, newTokens, feeTokens, referralPercent: pool.solReferralFee });
}

/** A {@link Deposit}, and where its undelegated part goes. */
export type StakeDeposit = Deposit & {
  /** Lamports beyond the delegation (rent reserve, tips) that move to the reserve. */
  readonly lamportsToReserve: bigint;
};

/** A stake account offered to a pool, and the cluster's epoch. */
export type DepositStakeOffer = {
  /** Whole balance of the account in lamports. */
  readonly lamports: bigint;
  /** Its delegation in lamports. */
  readonly delegatedLamports: bigint;
  /** The validator it is delegated to. */
  readonly voteAccount: Address;
  readonly epoch: bigint;
};

/**
 * Computes a DepositStake as the program does (`process_deposit_stake`).
 *
 * The whole balance is paid for in tokens: the delegation bears the stake deposit fee, the rest the SOL deposit fee, and the
 * stake referral share applies to both. Tokens are rounded down, each fee as `feeRounding` says, the referrer's part down.
 * The stake program decides whether the stake is active and can be merged.
 *
 * @param input.validators - the entries of the pool's validator list.
 * @param input.minimumPoolTokens - for the form with slippage: least tokens for the user; equal passes.
 * @returns the deposit, or the refusal: 17 pool not updated in this epoch, 24 another validator is preferred, 14 validator
 *   not in the pool or leaving it, 29 worth no token, 39 below the minimum, 3 beyond 64 bits.
 */
export function previewDepositStake(
  pool: StakePool,
  input: DepositStakeOffer & {
    validators: readonly ValidatorStakeInfo[];
    feeRounding: FeeRounding;
    minimumPoolTokens?: bigint;
  },
): StakeDeposit | Refusal {
  const fault = findDepositStakeFault(pool, input);
  if (fault !== undefined) return refuse(fault);

  const newTokens = poolTokensForLamports(pool, input.lamports);
  const fromStake = poolTokensForLamports(pool, input.delegatedLamports);
  const feeTokens =
    applyFee(pool.stakeDepositFee, fromStake, input.feeRounding) +
    applyFee(pool.solDepositFee, newTokens - fromStake, input.feeRounding);
  const deposit = settleDeposit(pool, {
    ...input,
    newTokens,
    feeTokens,
    referralPercent: pool.stakeReferralFee,
  });
  return deposit.ok ? { ...deposit, lamportsToReserve: input.lamports - input.delegatedLamports } : deposit;
}

function findDepositStakeFault(
  pool: StakePool,
  input: Parameters<typeof previewDepositStake>[1],
): StakePoolError | undefined {
  if (pool.lastUpdateEpoch < input.epoch) return STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE;
  if (pool.preferredDepositValidator !== null && pool.preferredDepositValidator !== input.voteAccount) {
    return STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS;
  }
  const entry = input.validators.find(({ voteAccount }) => voteAccount === input.voteAccount);
  return entry?.status === 'Active' ? undefined : STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND;
}

/** The effect of an UpdateStakePoolBalance. */
type EpochUpdate<P> = {
  readonly ok: true;
  /** Lamports gained since the last update; zero when the pool lost. */
  readonly rewardLamports: bigint;
  /** Minted to the manager, in pool-token base units. */
  readonly managerTokens: bigint;
  readonly pool: P;
};

/**
 * Computes an UpdateStakePoolBalance as the program does (`process_update_stake_pool_balance`).
 *
 * The new total is the reserve without its rent and all active and transient stake. The manager's tokens are
 * rounded down, the fee in lamports they stand for as `feeRounding` says. Waiting fees move up, and the totals
 * before the update are kept, once an epoch.
 *
 * @param input.reserveLamports - whole balance of the reserve account.
 * @param input.reserveRent - the rent reserve of it.
 * @param input.feeWaived - the manager fee account is not a token account of the pool's mint (any more).
 * @param input.mintSupply - supply of the pool mint before the update, which the pool adopts; absent means that
 *   it is the pool's own figure.
 * @returns the update, or the refusal: 16 an entry is of an earlier epoch, 3 beyond 64 bits.
 */
export function previewEpochUpdate<P extends StakePool>(
  pool: P,
  input: {
    validators: readonly ValidatorStakeInfo[];
    reserveLamports: bigint;
    reserveRent: bigint;
    epoch: bigint;
    feeRounding: FeeRounding;
    feeWaived?: boolean;
    mintSupply?: bigint;
  },
): EpochUpdate<P> | Refusal {
  const { validators, reserveLamports, reserveRent, epoch, mintSupply = pool.poolTokenSupply } = input;
  if (validators.some(({ lastUpdateEpoch }) => lastUpdateEpoch < epoch)) {
    return refuse(STAKE_POOL_ERROR__STAKE_LIST_OUT_OF_DATE);
  }
  const totalLamports = validators.reduce(
    (sum, { activeStakeLamports, transientStakeLamports }) =>
      sum + activeStakeLamports + transientStakeLamports,
    reserveLamports > reserveRent ? reserveLamports - reserveRent : 0n,
  );
  const rewardLamports = totalLamports > pool.totalLamports ? totalLamports - pool.totalLamports : 0n;
  const managerTokens = input.feeWaived
    ? 0n
    : epochFeeTokens(pool, pool.epochFee, rewardLamports, input.feeRounding);
  const poolTokenSupply = mintSupply + managerTokens;
  if (!fitsU64(totalLamports) || !fitsU64(managerTokens) || !fitsU64(poolTokenSupply)) {
    return refuse(STAKE_POOL_ERROR__CALCULATION_FAILURE);
  }
  const turned = pool.lastUpdateEpoch < epoch ? turnEpoch(pool, epoch) : {};
  return {
    ok: true,
    rewardLamports,
    managerTokens,
    pool: { ...pool, ...turned, totalLamports, poolTokenSupply },
  };
}

/**
 * Pool tokens the manager is paid for a reward: worth `fee(reward)` at the price after the reward.
 *
 * @returns pool-token base units, rounded down; the reward itself while there is no supply, or when the fee would
 *   take everything the pool has.
 */
export function epochFeeTokens(
  pool: PoolTotals,
  epochFee: Fee,
  rewardLamports: bigint,
  feeRounding: FeeRounding,
): bigint {
  if (rewardLamports === 0n) return 0n;
  const feeLamports = applyFee(epochFee, rewardLamports, feeRounding);
  const rest = pool.totalLamports + rewardLamports - feeLamports;
  if (rest === 0n || pool.poolTokenSupply === 0n) return rewardLamports;
  return (pool.poolTokenSupply * feeLamports) / rest;
}

// A fee of two epochs becomes one of one; a fee of one comes into force, and nothing waits after it.
function turnFee(current: Fee, next: FutureFee): { current: Fee; next: FutureFee } {
  switch (next.__kind) {
    case 'None':
      return { current, next };
    case 'One':
      return { current: next.fee, next: { __kind: 'None' } };
    case 'Two':
      return { current, next: { __kind: 'One', fee: next.fee } };
  }
}

function turnEpoch(pool: StakePool, epoch: bigint): Partial<StakePool> {
  const epochFee = turnFee(pool.epochFee, pool.nextEpochFee);
  const stakeFee = turnFee(pool.stakeWithdrawalFee, pool.nextStakeWithdrawalFee);
  const solFee = turnFee(pool.solWithdrawalFee, pool.nextSolWithdrawalFee);
  return {
    epochFee: epochFee.current,
    nextEpochFee: epochFee.next,
    stakeWithdrawalFee: stakeFee.current,
    nextStakeWithdrawalFee: stakeFee.next,
    solWithdrawalFee: solFee.current,
    nextSolWithdrawalFee: solFee.next,
    lastUpdateEpoch: epoch,
    lastEpochPoolTokenSupply: pool.poolTokenSupply,
    lastEpochTotalLamports: pool.totalLamports,
  };
}
