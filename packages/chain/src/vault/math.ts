import { divideUp } from '../stake-pool/math.ts';
import type { VaultState } from './accounts.ts';
import {
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__FEE_EXCEEDS_TOTAL_ASSET_VALUE,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  VOLTR_VAULT_ERROR__MAX_CAP_EXCEEDED,
  VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
  VOLTR_VAULT_ERROR__VAULT_NOT_ACTIVE,
  type VoltrVaultError,
} from './generated/errors/index.ts';

export const BASIS_POINTS = 10_000n;

/** Fraction bits of the ratios the program stores: asset per LP, asset at request. */
export const FRACTION_BITS = 48n;

/** Decimals of every LP mint, whatever those of the asset. */
export const LP_DECIMALS = 9;

/** The custom code with which the token program refuses to move or burn more than there is. */
export const TOKEN_ERROR__INSUFFICIENT_FUNDS = 1;

/**
 * Why the vault program would refuse: a code of its own, or one of the token program that it calls. `token` names
 * the account that holds too little.
 */
export type VaultRefusal =
  | { readonly ok: false; readonly by: 'vault'; readonly code: VoltrVaultError }
  | {
      readonly ok: false;
      readonly by: 'token';
      readonly code: typeof TOKEN_ERROR__INSUFFICIENT_FUNDS;
      readonly account: LackingAccount;
    };

type LackingAccount = 'userAsset' | 'userLp' | 'idle' | 'strategy';

/** A refusal by the vault program itself. */
export function refuse(code: VoltrVaultError): VaultRefusal {
  return { ok: false, by: 'vault', code };
}

/** A refusal by the token program, because an account holds too little. */
export function refuseMissingAccount(account: LackingAccount): VaultRefusal {
  return { ok: false, by: 'token', code: TOKEN_ERROR__INSUFFICIENT_FUNDS, account };
}

/** Checks whether an amount fits the 64 bits in which the program stores amounts. */
export function fitsU64(amount: bigint): boolean {
  return amount >= 0n && amount < 2n ** 64n;
}

export type RedemptionPrice = {
  /** The total value less locked profit, in asset base units. */
  readonly unlocked: bigint;
  /** LP base units that share in it, fees up to now included; above zero. */
  readonly lpSupply: bigint;
  /** Basis points. */
  readonly redemptionFee: number;
};

/** Computes what LP base units pay, in asset base units: rounded down to 48 fraction bits twice, then to whole units. */
export function assetForLp(lp: bigint, price: RedemptionPrice): bigint {
  return assetBitsForLp(lp, price) >> FRACTION_BITS;
}

/** Computes the same with 48 fraction bits, as a request keeps it. */
export function assetBitsForLp(lp: bigint, { unlocked, lpSupply, redemptionFee }: RedemptionPrice): bigint {
  const gross = ((lp << FRACTION_BITS) * unlocked) / lpSupply;
  return (gross * (BASIS_POINTS - BigInt(redemptionFee))) / BASIS_POINTS;
}

/**
 * Computes the LP base units that an amount of the asset costs, rounded up.
 *
 * @returns 6014 when the redemption fee is everything.
 */
export function lpForAsset(
  asset: bigint,
  { unlocked, lpSupply, redemptionFee }: RedemptionPrice,
): { readonly ok: true; readonly lp: bigint } | VaultRefusal {
  const kept = BASIS_POINTS - BigInt(redemptionFee);
  if (kept === 0n) return refuse(VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  return { ok: true, lp: divideUp(asset * lpSupply * BASIS_POINTS, unlocked * kept) };
}

/**
 * Computes the profit that withdrawals do not share in yet: it falls evenly to zero over the vault's duration.
 *
 * @param now - Unix seconds.
 * @returns asset base units, rounded down; undefined when the last report is in the future.
 */
export function lockedProfit(vault: VaultState, now: bigint): bigint | undefined {
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
  vault: VaultState,
  now: bigint,
): { readonly ok: true; readonly unlocked: bigint; readonly locked: bigint } | VaultRefusal {
  const locked = lockedProfit(vault, now);
  if (locked === undefined || locked > vault.totalValue) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (locked === vault.totalValue) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  return { ok: true, unlocked: vault.totalValue - locked, locked };
}

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
  { disabledOperations }: VaultState,
  operationalState: number,
): VaultRefusal | undefined {
  const bits = BITS[operation];
  const on = (operationalState & bits.protocol) !== 0 && (disabledOperations & bits.vault) !== bits.vault;
  return on ? undefined : refuse(VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED);
}

/**
 * Counts the LP base units that share in the vault: those minted, those owed as fees and the dead weight.
 *
 * The management fee since its last update is not in it; see `accrueManagementFee`.
 */
export function lpSupplyIncludingFees(vault: VaultState): bigint {
  return vault.lpMintSupply + vault.managerFees + vault.adminFees + vault.protocolFees + vault.deadWeight;
}

/** Basis points of one kind of fee, by who receives them. */
type FeeShares = { readonly manager: number; readonly admin: number; readonly protocol: number };

/**
 * Adds a fee in LP base units to what is owed.
 *
 * The protocol's part is rounded up first, then the admin's part of the rest; the manager gets what remains.
 */
function oweFee(vault: VaultState, feeLp: bigint, shares: FeeShares): VaultState {
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

/**
 * Computes what an LP base unit stands for, before locks and redemption fees, at a moment.
 *
 * @param now - Unix seconds, the ledger's clock.
 * @returns the total value in asset base units, locked profit included, and the LP base units that share in it, with all fees up
 *   to now and above zero; or the refusal: 6000 no LP yet, 6004 and 6005 as the management fee says.
 */
export function netAssetValue(
  vault: VaultState,
  now: bigint,
): { readonly ok: true; readonly asset: bigint; readonly lp: bigint } | VaultRefusal {
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;
  const lp = lpSupplyIncludingFees(accrued.vault);
  return lp === 0n ? refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT) : { ok: true, asset: vault.totalValue, lp };
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

/** LP base units that the first deposit leaves to nobody, so that the price cannot be moved by crumbs. */
export const DEAD_WEIGHT = 1_000n;

export type VaultDeposit = {
  readonly ok: true;
  /** Minted to the depositor, in LP base units; may be zero, and the asset is taken all the same. */
  readonly lpMinted: bigint;
  readonly vault: VaultState;
};

/**
 * Computes a deposit as `deposit_vault` does.
 *
 * LP are rounded down. The price counts profit that is still locked, so a depositor never buys it cheaply. Into a vault
 * without LP, one whole asset gives one whole LP, and no issuance fee is taken.
 *
 * @param input.amount - asset base units.
 * @param input.assetDecimals - only the first deposit depends on them.
 * @param input.now - Unix seconds, the ledger's clock.
 * @param input.operationalState - of the Protocol account.
 * @param input.userAsset - asset base units in the user's token account; enough unless given.
 * @returns the deposit, or the refusal: 6000 nothing, or a first deposit below the dead weight; 6004 a time in the future or
 *   an amount beyond 64 bits; 6005 the fee due is the whole value; 6006 above the cap; 6007 before the start; 6009 switched
 *   off; 6014 LP exist but no value; or the token program's 1. If several apply, this returns the one that the program
 *   checks first.
 */
export function previewDeposit(
  vault: VaultState,
  input: {
    readonly amount: bigint;
    readonly assetDecimals: number;
    readonly now: bigint;
    readonly operationalState: number;
    readonly userAsset?: bigint;
  },
): VaultDeposit | VaultRefusal {
  const { amount, now } = input;
  const off = refuseSwitchedOff('deposit', vault, input.operationalState);
  if (off) return off;
  if (amount === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const totalValue = vault.totalValue + amount;
  if (!fitsU64(totalValue)) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (totalValue > vault.maxCap) return refuse(VOLTR_VAULT_ERROR__MAX_CAP_EXCEEDED);
  if (now < vault.startAtTs) return refuse(VOLTR_VAULT_ERROR__VAULT_NOT_ACTIVE);
  if (input.userAsset !== undefined && amount > input.userAsset) return refuseMissingAccount('userAsset');
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;
  const lp = lpForDeposit(accrued.vault, amount, input.assetDecimals);
  if (lp === undefined) return refuse(VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);

  const isFirst = vault.deadWeight === 0n;
  if (isFirst && lp < DEAD_WEIGHT) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const lpMinted = isFirst ? lp - DEAD_WEIGHT : lp;
  const after = liftHighWaterMark({
    ...accrued.vault,
    totalValue,
    lpMintSupply: vault.lpMintSupply + lpMinted,
    deadWeight: isFirst ? DEAD_WEIGHT : vault.deadWeight,
  });
  if (!fitsU64(lpSupplyIncludingFees(after))) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  return { ok: true, lpMinted, vault: after };
}

function lpForDeposit(vault: VaultState, amount: bigint, assetDecimals: number): bigint | undefined {
  const supply = lpSupplyIncludingFees(vault);
  if (supply === 0n) return (amount * 10n ** BigInt(LP_DECIMALS)) / 10n ** BigInt(assetDecimals);
  const kept = BASIS_POINTS - BigInt(vault.issuanceFee);
  const denominator = (vault.totalValue + amount) * BASIS_POINTS - amount * kept;
  return denominator === 0n ? undefined : (amount * supply * kept) / denominator;
}
