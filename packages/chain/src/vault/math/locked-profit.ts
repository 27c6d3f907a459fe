import {
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
} from '../generated/errors/index.ts';
import { refuse, type VaultRefusal } from './refusal.ts';
import type { VaultState } from './vault-state.ts';

/** What decides how much of the profit is still locked. */
export type LockedProfit = Pick<
  VaultState,
  'lockedProfitDegradationDuration' | 'lastUpdatedLockedProfit' | 'lastReport'
>;

/**
 * Computes the profit that withdrawals do not share in yet: it falls evenly to zero over the vault's duration.
 *
 * @param now - Unix seconds.
 * @returns asset base units, rounded down; undefined when the last report is in the future.
 */
export function lockedProfit(vault: LockedProfit, now: bigint): bigint | undefined {
  const duration = vault.lockedProfitDegradationDuration;
  const elapsed = now - vault.lastReport;
  if (elapsed < 0n) return undefined;
  if (duration === 0n || elapsed > duration) return 0n;
  return (vault.lastUpdatedLockedProfit * (duration - elapsed)) / duration;
}

/**
 * Computes what a withdrawal shares in: the total value less the locked profit, in asset base units.
 *
 * @returns the value above zero, or the refusal: 6004 the last report is in the future or more is locked than there
 *   is, 6000 all of it is locked.
 */
export function unlockedValue(
  vault: LockedProfit & Pick<VaultState, 'totalValue'>,
  now: bigint,
): { readonly ok: true; readonly unlocked: bigint; readonly locked: bigint } | VaultRefusal {
  const locked = lockedProfit(vault, now);
  if (locked === undefined || locked > vault.totalValue) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (locked === vault.totalValue) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  return { ok: true, unlocked: vault.totalValue - locked, locked };
}
