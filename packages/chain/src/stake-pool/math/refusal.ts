import type { StakePoolError } from '../errors/stake-pool-error.ts';

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

/** Checks whether an amount fits the 64 bits in which the program stores amounts. */
export function fitsU64(amount: bigint): boolean {
  return amount >= 0n && amount < 2n ** 64n;
}
