import type { Address } from '@solana/kit';
import type { StakePool } from '../accounts/stake-pool.ts';
import type { ValidatorStakeInfo } from '../accounts/validator-list.ts';
import { lamportsPerPoolToken, type PoolTotals } from './price.ts';

/** The least delegation the pool program itself asks for, in lamports; the stake program's is far higher. */
const MINIMUM_ACTIVE_STAKE = 1_000_000n;

/** The amounts that decide where stake is withdrawn from, in lamports. */
export type WithdrawStakeLimits = {
  /** Must remain in a stake account that is split: rent reserve and minimum delegation. */
  readonly required: bigint;
  /** Price of one pool-token base unit, rounded up. */
  readonly tolerance: bigint;
  /** An account counts as withdrawable above this. */
  readonly threshold: bigint;
};

/** The stake accounts a withdrawal may use: `whole-validator` takes all of one account. */
export type WithdrawStakeSource = 'validator' | 'transient' | 'whole-validator';

/** What the limits look at in a list entry. */
export type WithdrawableValidator = Pick<
  ValidatorStakeInfo,
  'voteAccount' | 'status' | 'activeStakeLamports' | 'transientStakeLamports'
>;

/**
 * Computes the limits on stake withdrawals from the price and from the ledger's own minimums.
 *
 * @param input.stakeRent - rent reserve of a stake account in lamports.
 * @param input.minimumDelegation - the stake program's minimum in lamports.
 * @returns undefined while the pool has no supply, when the program fails with error 3.
 */
export function withdrawStakeLimits(
  pool: PoolTotals,
  input: { stakeRent: bigint; minimumDelegation: bigint },
): WithdrawStakeLimits | undefined {
  const tolerance = lamportsPerPoolToken(pool);
  if (tolerance === undefined) return undefined;
  const { stakeRent, minimumDelegation } = input;
  const delegation = minimumDelegation > MINIMUM_ACTIVE_STAKE ? minimumDelegation : MINIMUM_ACTIVE_STAKE;
  const required = stakeRent + delegation;
  return { required, tolerance, threshold: required + tolerance };
}

/**
 * Which kind of account a withdrawal from a validator has to use.
 *
 * Active stake of any validator goes first, then transient stake of any; only when there is neither may a whole
 * validator account be taken, or the reserve be split.
 */
export function requiredWithdrawStakeSource(
  validators: readonly WithdrawableValidator[],
  { threshold }: WithdrawStakeLimits,
): WithdrawStakeSource {
  const active = validators.filter(({ status }) => status === 'Active');
  if (active.some(({ activeStakeLamports }) => activeStakeLamports > threshold)) return 'validator';
  if (active.some(({ transientStakeLamports }) => transientStakeLamports > threshold)) return 'transient';
  return 'whole-validator';
}

/** Whether the pool's preferred validator must be withdrawn from, and it is not `voteAccount`. */
export function isOtherValidatorPreferred(
  pool: Pick<StakePool, 'preferredWithdrawValidator'>,
  voteAccount: Address,
  validators: readonly WithdrawableValidator[],
  { threshold }: WithdrawStakeLimits,
): boolean {
  const preferred = pool.preferredWithdrawValidator;
  if (preferred === null || preferred === voteAccount) return false;
  const entry = validators.find((validator) => validator.voteAccount === preferred);
  return entry !== undefined && entry.activeStakeLamports > threshold;
}
