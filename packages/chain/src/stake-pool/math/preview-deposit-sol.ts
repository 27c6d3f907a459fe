import type { StakePool } from '../accounts/stake-pool.ts';
import { STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE } from '../errors/stake-pool-error.ts';
import { applyFee, type FeeRounding } from './fee.ts';
import { type Deposit, settleDeposit } from './preview-deposit.ts';
import { type PoolTotals, poolTokensForLamports } from './price.ts';
import { type Refusal, refuse } from './refusal.ts';

/** The fields of a pool that decide a DepositSol. */
export type DepositSolPool = PoolTotals &
  Pick<StakePool, 'lastUpdateEpoch' | 'solDepositFee' | 'solReferralFee'>;

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
  pool: DepositSolPool,
  input: { lamports: bigint; epoch: bigint; feeRounding: FeeRounding; minimumPoolTokens?: bigint },
): Deposit | Refusal {
  if (pool.lastUpdateEpoch < input.epoch) return refuse(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  const newTokens = poolTokensForLamports(pool, input.lamports);
  const feeTokens = applyFee(pool.solDepositFee, newTokens, input.feeRounding);
  return settleDeposit(pool, { ...input, newTokens, feeTokens, referralPercent: pool.solReferralFee });
}
