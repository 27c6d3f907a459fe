import {
  STAKE_POOL_ERROR__CALCULATION_FAILURE,
  STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL,
  STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE,
} from '../errors/stake-pool-error.ts';
import { splitDepositFee } from './fee.ts';
import type { PoolTotals } from './price.ts';
import { fitsU64, type Refusal, refuse } from './refusal.ts';

/** What a deposit does. The pool mints `userTokens + referrerTokens + managerTokens`. */
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
 * The common end of both deposits: splits the fee, checks the result against the limits, adds up.
 *
 * @param input.lamports - what the pool gains.
 * @param input.newTokens - what that is worth before fees, in pool-token base units.
 * @param input.feeTokens - the part of it that is not the depositor's.
 */
export function settleDeposit(
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
  return { ok: true, userTokens, ...splitDepositFee(feeTokens, input.referralPercent), pool: after };
}
