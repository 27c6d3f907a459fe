import {
  VOLTR_VAULT_ERROR__FEE_EXCEEDS_TOTAL_ASSET_VALUE,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
} from '../generated/errors/index.ts';
import { lpSupplyIncludingFees, oweFee } from './lp-supply.ts';
import { refuse, type VaultRefusal } from './refusal.ts';
import { BASIS_POINTS, divideUp } from './rounding.ts';
import type { VaultState } from './vault-state.ts';

/** Seconds of the year that a management fee is quoted for. */
export const FEE_YEAR_SECONDS = 31_536_000n;

/**
 * Takes the management fee up to now, as every deposit and withdrawal does before anything else.
 *
 * The fee in asset base units is the total value times the basis points times the part of a year gone by, rounded
 * up; it is paid in new LP worth as much, rounded up, that dilute the others. Nothing is minted: the LP are owed.
 *
 * @param now - Unix seconds, the ledger's clock.
 * @returns the vault with the fee owed, or the refusal: 6004 the last update is in the future, 6005 the fee is the
 *   whole value or more.
 */
export function accrueManagementFee(
  vault: VaultState,
  now: bigint,
): { readonly ok: true; readonly vault: VaultState } | VaultRefusal {
  const shares = {
    manager: vault.managerManagementFee,
    admin: vault.adminManagementFee,
    protocol: vault.protocolManagementFee,
  };
  const basisPoints = BigInt(shares.manager + shares.admin + shares.protocol);
  const last = vault.lastManagementFeeUpdateTs;
  const updated = { ...vault, lastManagementFeeUpdateTs: now };
  if (last === 0n || basisPoints === 0n || vault.totalValue === 0n) return { ok: true, vault: updated };
  if (last > now) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const feeAsset = divideUp(vault.totalValue * (now - last) * basisPoints, BASIS_POINTS * FEE_YEAR_SECONDS);
  if (feeAsset >= vault.totalValue) return refuse(VOLTR_VAULT_ERROR__FEE_EXCEEDS_TOTAL_ASSET_VALUE);
  const feeLp = divideUp(feeAsset * lpSupplyIncludingFees(vault), vault.totalValue - feeAsset);
  return { ok: true, vault: oweFee(updated, feeLp, shares) };
}
