import type { Address } from '@solana/kit';
import type { StakePool } from '../accounts/stake-pool.ts';
import type { ValidatorStakeInfo } from '../accounts/validator-list.ts';
import {
  STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND,
  type StakePoolError,
} from '../errors/stake-pool-error.ts';
import { applyFee, type FeeRounding } from './fee.ts';
import { type Deposit, settleDeposit } from './preview-deposit.ts';
import { type PoolTotals, poolTokensForLamports } from './price.ts';
import { type Refusal, refuse } from './refusal.ts';

/** The fields of a pool that decide a DepositStake. */
export type DepositStakePool = PoolTotals &
  Pick<
    StakePool,
    'lastUpdateEpoch' | 'preferredDepositValidator' | 'solDepositFee' | 'stakeDepositFee' | 'stakeReferralFee'
  >;

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
  pool: DepositStakePool,
  input: DepositStakeOffer & {
    validators: readonly Pick<ValidatorStakeInfo, 'voteAccount' | 'status'>[];
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
  pool: DepositStakePool,
  input: Parameters<typeof previewDepositStake>[1],
): StakePoolError | undefined {
  if (pool.lastUpdateEpoch < input.epoch) return STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE;
  if (pool.preferredDepositValidator !== null && pool.preferredDepositValidator !== input.voteAccount) {
    return STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS;
  }
  const entry = input.validators.find(({ voteAccount }) => voteAccount === input.voteAccount);
  return entry?.status === 'Active' ? undefined : STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND;
}
