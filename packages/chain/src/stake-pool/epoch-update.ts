import type { Fee, FutureFee, StakePool, ValidatorStakeInfo } from './accounts.ts';
import {
  STAKE_POOL_ERROR__CALCULATION_FAILURE,
  STAKE_POOL_ERROR__STAKE_LIST_OUT_OF_DATE,
} from './generated/errors/index.ts';
import { applyFee, type FeeRounding, fitsU64, type PoolTotals, type Refusal, refuse } from './math.ts';

/** What an UpdateStakePoolBalance does. */
export type EpochUpdate<P> = {
  readonly ok: true;
  /** Lamports gained since the last update; zero when the pool lost. */
  readonly rewardLamports: bigint;
  /** Minted to the manager, in pool-token base units. */
  readonly managerTokens: bigint;
  /** The pool afterwards. */
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
    validators: readonly Pick<
      ValidatorStakeInfo,
      'activeStakeLamports' | 'transientStakeLamports' | 'lastUpdateEpoch'
    >[];
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
