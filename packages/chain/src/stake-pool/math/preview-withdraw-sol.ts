import type { StakePool } from '../accounts/stake-pool.ts';
import {
  STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
} from '../errors/stake-pool-error.ts';
import { priceWithdrawal, type Withdrawal, type WithdrawalInput } from './preview-withdrawal.ts';
import type { PoolTotals } from './price.ts';
import { type Refusal, refuse } from './refusal.ts';

/** The fields of a pool that decide a WithdrawSol. */
export type WithdrawSolPool = PoolTotals & Pick<StakePool, 'lastUpdateEpoch' | 'solWithdrawalFee'>;

/**
 * Computes a WithdrawSol as the program does (`process_withdraw_sol`).
 *
 * Lamports are rounded down, the fee as `feeRounding` says.
 *
 * @param input.reserveLamports - whole balance of the reserve account.
 * @param input.reserveRent - the rent reserve of it, which must remain.
 * @returns the withdrawal, or the refusal: 17 pool not updated in this epoch, 28 worth no lamport, 39 below the
 *   minimum, 35 more than the reserve can give, 3 a fee over one whole.
 */
export function previewWithdrawSol(
  pool: WithdrawSolPool,
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
