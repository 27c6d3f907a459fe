import {
  VOLTR_VAULT_ERROR__FEE_EXCEEDS_TOTAL_ASSET_VALUE,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
} from './generated/errors/index.ts';
import {
  assetForLp,
  BASIS_POINTS,
  divideUp,
  FRACTION_BITS,
  LP_DECIMALS,
  refuse,
  unlockedValue,
  type VaultRefusal,
  type VaultState,
} from './state.ts';

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

/**
 * Computes the performance fee on a reported profit, in asset base units: on what lifts the price of an LP above the
 * high-water mark, or on the whole value while there is no mark. The value above the mark and the fee on it are each
 * rounded up.
 *
 * @param vault - with `totalValue` after the profit.
 */
export function performanceFee(vault: VaultState): bigint {
  const { manager, admin, protocol } = getFeeShares(vault);
  return divideUp(eligibleValue(vault) * BigInt(manager + admin + protocol), BASIS_POINTS);
}

/**
 * Takes {@link performanceFee} in new LP worth as much, rounded up, that are owed and not minted.
 *
 * Deposits and withdrawals from idle funds do not take it; reports of a strategy do.
 *
 * @param vault - with `totalValue` after the profit.
 * @param now - Unix seconds, kept as the time of the fee where there is value above the mark, even if the fee is
 *   nothing; the time stays what it was unless given.
 * @throws {RangeError} when the fee is the whole value, where the program answers 6014.
 */
export function accruePerformanceFee(
  vault: VaultState,
  now: bigint = vault.lastPerformanceFeeUpdateTs,
): VaultState {
  if (eligibleValue(vault) === 0n) return vault;
  const fee = performanceFee(vault);
  const feeLp = divideUp(fee * lpSupplyIncludingFees(vault), vault.totalValue - fee);
  return oweFee({ ...vault, lastPerformanceFeeUpdateTs: now }, feeLp, getFeeShares(vault));
}

function getFeeShares(vault: VaultState): FeeShares {
  return {
    manager: vault.managerPerformanceFee,
    admin: vault.adminPerformanceFee,
    protocol: vault.protocolPerformanceFee,
  };
}

function eligibleValue(vault: VaultState): bigint {
  const { totalValue, highWaterMark } = vault;
  if (highWaterMark === 0n) return totalValue;
  const supply = lpSupplyIncludingFees(vault);
  const price = assetPerLpBits(totalValue, supply);
  if (price <= highWaterMark) return 0n;
  return divideUp((price - highWaterMark) * supply, 1n << FRACTION_BITS);
}

/** Computes asset base units per LP base unit with 48 fraction bits, rounded down; zero without any LP. */
export function assetPerLpBits(totalValue: bigint, lpSupply: bigint): bigint {
  return lpSupply === 0n ? 0n : (totalValue << FRACTION_BITS) / lpSupply;
}

/** Raises the high-water mark to the current price if that is higher, as deposits and withdrawals do last. */
export function liftHighWaterMark(vault: VaultState): VaultState {
  const price = assetPerLpBits(vault.totalValue, lpSupplyIncludingFees(vault));
  return price > vault.highWaterMark ? { ...vault, highWaterMark: price } : vault;
}

// The protocol's bits say what is on, the vault's what is off. A withdrawal from a strategy is off only where both
// of its bits are set: a vault that stops withdrawals from idle funds alone still lets these pass.
const BITS = {
  deposit: { protocol: 1 << 1, vault: 1 << 0 },
  withdrawal: { protocol: 1 << 2, vault: 1 << 1 },
  strategyWithdrawal: { protocol: 1 << 2, vault: (1 << 1) | (1 << 2) },
} as const;

/**
 * Checks whether the protocol or the vault has switched an operation off.
 *
 * @param operationalState - of the Protocol account.
 * @returns 6009 when it is off, undefined when it is on.
 */
export function refuseSwitchedOff(
  operation: keyof typeof BITS,
  vault: Pick<VaultState, 'disabledOperations'>,
  operationalState: number,
): VaultRefusal | undefined {
  const bits = BITS[operation];
  const on =
    (operationalState & bits.protocol) !== 0 && (vault.disabledOperations & bits.vault) !== bits.vault;
  return on ? undefined : refuse(VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED);
}

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
