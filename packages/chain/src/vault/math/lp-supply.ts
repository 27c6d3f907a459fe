import type { VaultState } from './vault-state.ts';

/** The LP that share in the vault. */
export type LpShares = Pick<
  VaultState,
  'lpMintSupply' | 'deadWeight' | 'managerFees' | 'adminFees' | 'protocolFees'
>;

/**
 * Counts the LP base units that share in the vault: those minted, those owed as fees and the dead weight.
 *
 * The management fee since its last update is not in it; see `accrueManagementFee`.
 */
export function lpSupplyIncludingFees(vault: LpShares): bigint {
  return vault.lpMintSupply + vault.managerFees + vault.adminFees + vault.protocolFees + vault.deadWeight;
}

/** Basis points of one kind of fee, by who receives them. */
export type FeeShares = { readonly manager: number; readonly admin: number; readonly protocol: number };

/**
 * Adds a fee in LP base units to what is owed.
 *
 * The protocol's part is rounded up first, then the admin's part of the rest; the manager gets what remains.
 */
export function oweFee<S extends LpShares>(vault: S, feeLp: bigint, shares: FeeShares): S {
  const protocol = partUp(feeLp, shares.protocol, shares.manager + shares.admin + shares.protocol);
  const admin = partUp(feeLp - protocol, shares.admin, shares.manager + shares.admin);
  return {
    ...vault,
    managerFees: vault.managerFees + feeLp - protocol - admin,
    adminFees: vault.adminFees + admin,
    protocolFees: vault.protocolFees + protocol,
  };
}

function partUp(amount: bigint, part: number, whole: number): bigint {
  if (whole === 0) return 0n;
  return (amount * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole);
}
