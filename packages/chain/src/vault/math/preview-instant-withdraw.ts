import { VOLTR_VAULT_ERROR__MATH_OVERFLOW } from '../generated/errors/index.ts';
import { refuseSwitchedOff } from './gates.ts';
import { liftHighWaterMark } from './high-water-mark.ts';
import { refuse, refuseMissingAccount, type VaultRefusal } from './refusal.ts';
import type { VaultState } from './vault-state.ts';
import { priceWithdrawal, type WithdrawalInput } from './withdrawal.ts';

/** What an instant withdrawal from the idle funds does. */
export type InstantWithdrawal = {
  readonly ok: true;
  /** Paid to the user, in asset base units. */
  readonly assetPaid: bigint;
  /** Burned of the user's, in LP base units. */
  readonly lpBurned: bigint;
  /** The vault afterwards. */
  readonly vault: VaultState;
};

/**
 * Computes a withdrawal from the idle funds as `instant_withdraw_vault` does.
 *
 * For an amount of LP the payment is rounded down; for an amount of the asset the LP it costs are rounded up.
 *
 * @param input.idle - asset base units in the vault's idle token account.
 * @returns the withdrawal, or the refusal: 6000 nothing, no LP or all value locked; 6004 a time in the future or more due
 *   than there is; 6005 the fee due is the whole value; 6009 switched off; 6014 an amount of the asset while the redemption
 *   fee is everything; 6015 the vault has a waiting period; or the token program's 1. If several apply, this returns the one
 *   that the program checks first.
 */
export function previewInstantWithdraw(
  vault: VaultState,
  input: WithdrawalInput & { readonly idle: bigint },
): InstantWithdrawal | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, input.operationalState);
  if (off) return off;
  const priced = priceWithdrawal(vault, input);
  if (!priced.ok) return priced;
  const { asset, lp } = priced;
  if (lp > input.userLp) return refuseMissingAccount('userLp');
  if (asset > input.idle) return refuseMissingAccount('idle');
  if (asset > vault.totalValue || lp > vault.lpMintSupply) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const after = liftHighWaterMark({
    ...priced.vault,
    totalValue: vault.totalValue - asset,
    lpMintSupply: vault.lpMintSupply - lp,
  });
  return { ok: true, assetPaid: asset, lpBurned: lp, vault: after };
}
