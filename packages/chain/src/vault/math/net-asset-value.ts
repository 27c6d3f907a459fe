import { VOLTR_VAULT_ERROR__INVALID_AMOUNT } from '../generated/errors/index.ts';
import { unlockedValue } from './locked-profit.ts';
import { lpSupplyIncludingFees } from './lp-supply.ts';
import { accrueManagementFee } from './management-fee.ts';
import { assetForLp } from './redemption.ts';
import { refuse, type VaultRefusal } from './refusal.ts';
import { LP_DECIMALS, type VaultState } from './vault-state.ts';

/** Asset base units per LP base unit, as an exact fraction. */
export type NetAssetValue = {
  readonly ok: true;
  /** The total value, locked profit included, in asset base units. */
  readonly asset: bigint;
  /** The LP base units that share in it, with all fees up to now; above zero. */
  readonly lp: bigint;
};

/**
 * Computes what an LP base unit stands for, before locks and redemption fees, at a moment.
 *
 * @param now - Unix seconds, the ledger's clock.
 * @returns the fraction, or the refusal: 6000 no LP yet, 6004 and 6005 as the management fee says.
 */
export function netAssetValue(vault: VaultState, now: bigint): NetAssetValue | VaultRefusal {
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;
  const lp = lpSupplyIncludingFees(accrued.vault);
  return lp === 0n ? refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT) : { ok: true, asset: vault.totalValue, lp };
}

/**
 * Computes {@link netAssetValue} of one whole LP, in asset base units, rounded down.
 *
 * @param now - Unix seconds, the ledger's clock.
 */
export function netAssetValuePerWholeLp(
  vault: VaultState,
  now: bigint,
): { readonly ok: true; readonly asset: bigint } | VaultRefusal {
  const value = netAssetValue(vault, now);
  if (!value.ok) return value;
  return { ok: true, asset: (value.asset * 10n ** BigInt(LP_DECIMALS)) / value.lp };
}

/**
 * Computes what LP would pay if they were redeemed now, in asset base units, rounded down: without locked profit,
 * after the redemption fee. Whether idle funds suffice is not looked at.
 *
 * @param lp - LP base units.
 * @param now - Unix seconds, the ledger's clock.
 * @returns the value, or the refusal: those of {@link netAssetValue}, 6000 all value is locked, 6004 more than that.
 */
export function redeemableValue(
  vault: VaultState,
  lp: bigint,
  now: bigint,
): { readonly ok: true; readonly asset: bigint } | VaultRefusal {
  const value = netAssetValue(vault, now);
  if (!value.ok) return value;
  const free = unlockedValue(vault, now);
  if (!free.ok) return free;
  const { redemptionFee } = vault;
  return { ok: true, asset: assetForLp(lp, { unlocked: free.unlocked, lpSupply: value.lp, redemptionFee }) };
}
