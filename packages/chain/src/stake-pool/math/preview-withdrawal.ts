import {
  STAKE_POOL_ERROR__CALCULATION_FAILURE,
  STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE,
  STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL,
} from '../errors/stake-pool-error.ts';
import type { Fee } from '../types/fee.ts';
import { applyFee, type FeeRounding } from './fee.ts';
import { lamportsForPoolTokens, type PoolTotals } from './price.ts';
import { type Refusal, refuse } from './refusal.ts';

/** What a withdrawal does. The owner parts with `burnedTokens + feeTokens`. */
export type Withdrawal = {
  readonly ok: true;
  /** What the owner receives, in lamports. */
  readonly lamports: bigint;
  /** Burned, in pool-token base units. */
  readonly burnedTokens: bigint;
  /** Moved to the manager, in pool-token base units. */
  readonly feeTokens: bigint;
  /** The pool's totals afterwards. */
  readonly pool: PoolTotals;
};

/** What is common to withdrawals of SOL and of stake. */
export type WithdrawalInput = {
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
 * The common beginning of both withdrawals: takes the fee, prices the rest, checks the limits on the amount.
 *
 * @returns the withdrawal as far as the price goes: lamports rounded down, the fee as `feeRounding` says.
 */
export function priceWithdrawal(pool: PoolTotals, fee: Fee, input: WithdrawalInput): Withdrawal | Refusal {
  const feeTokens = input.feeWaived ? 0n : applyFee(fee, input.poolTokens, input.feeRounding);
  const burnedTokens = input.poolTokens - feeTokens;
  if (burnedTokens < 0n) return refuse(STAKE_POOL_ERROR__CALCULATION_FAILURE);
  const lamports = lamportsForPoolTokens(pool, burnedTokens);
  if (lamports === 0n) return refuse(STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL);
  if (lamports < (input.minimumLamports ?? 0n)) return refuse(STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE);
  return { ok: true, ...takeOut(pool, lamports, burnedTokens), feeTokens };
}

/** The pool less `lamports` and `burnedTokens`. */
export function takeOut(
  pool: PoolTotals,
  lamports: bigint,
  burnedTokens: bigint,
): Pick<Withdrawal, 'lamports' | 'burnedTokens' | 'pool'> {
  const totalLamports = pool.totalLamports - lamports;
  const poolTokenSupply = pool.poolTokenSupply - burnedTokens;
  return { lamports, burnedTokens, pool: { totalLamports, poolTokenSupply } };
}
