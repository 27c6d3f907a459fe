import type { Vault } from './generated/accounts/index.ts';
import {
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  type VoltrVaultError,
} from './generated/errors/index.ts';

/** One whole, in basis points. */
export const BASIS_POINTS = 10_000n;

/** Fraction bits of the ratios the program stores: asset per LP, asset at request. */
export const FRACTION_BITS = 48n;

/** Divides two numbers that are not negative, rounding up. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Decimals of every LP mint, whatever those of the asset. */
export const LP_DECIMALS = 9;

/**
 * What decides the price of a vault's LP tokens, and what deposits and withdrawals change.
 *
 * Values are in asset base units, LP amounts in LP base units, fees in basis points, times in Unix seconds.
 */
export type VaultState = {
  /** The vault's answer to "how much is there"; what lies in the idle account is not consulted. */
  readonly totalValue: bigint;
  /** Supply of the LP mint; fees that wait to be harvested are not minted and so not in it. */
  readonly lpMintSupply: bigint;
  /** LP that the first deposit left to nobody. */
  readonly deadWeight: bigint;
  /** LP owed to the manager, the admin and the protocol. */
  readonly managerFees: bigint;
  readonly adminFees: bigint;
  readonly protocolFees: bigint;
  readonly managerManagementFee: number;
  readonly adminManagementFee: number;
  readonly protocolManagementFee: number;
  readonly managerPerformanceFee: number;
  readonly adminPerformanceFee: number;
  readonly protocolPerformanceFee: number;
  readonly issuanceFee: number;
  readonly redemptionFee: number;
  /** When the management fee was last taken; zero means never. */
  readonly lastManagementFeeUpdateTs: bigint;
  /** When a performance fee was last taken. */
  readonly lastPerformanceFeeUpdateTs: bigint;
  /** Seconds over which a reported profit comes free. */
  readonly lockedProfitDegradationDuration: bigint;
  /** The profit that was locked at `lastReport`. */
  readonly lastUpdatedLockedProfit: bigint;
  readonly lastReport: bigint;
  /** The most that an LP base unit was ever worth, in asset base units with 48 fraction bits. */
  readonly highWaterMark: bigint;
  /** Deposits may not lift the total value above it; zero forbids them. */
  readonly maxCap: bigint;
  /** No deposit before it. */
  readonly startAtTs: bigint;
  /** Seconds a requested withdrawal waits; instant ones are forbidden unless it is zero. */
  readonly withdrawalWaitingPeriod: bigint;
  /** Bit 0 set: no deposits. Bit 1: no withdrawals from idle funds. Bits 1 and 2: none from a strategy either. */
  readonly disabledOperations: number;
};

/**
 * Takes from a vault account what its arithmetic needs.
 *
 * @param lpMintSupply - the supply of the vault's LP mint, read at the same time.
 */
export function getVaultState(vault: Vault, lpMintSupply: bigint): VaultState {
  const { vaultConfiguration, feeConfiguration, feeState, feeUpdate, lockedProfitState } = vault;
  return {
    totalValue: vault.asset.totalValue,
    lpMintSupply,
    deadWeight: vault.deadWeight,
    managerFees: feeState.accumulatedLpManagerFees,
    adminFees: feeState.accumulatedLpAdminFees,
    protocolFees: feeState.accumulatedLpProtocolFees,
    managerManagementFee: feeConfiguration.managerManagementFee,
    adminManagementFee: feeConfiguration.adminManagementFee,
    protocolManagementFee: feeConfiguration.protocolManagementFee,
    managerPerformanceFee: feeConfiguration.managerPerformanceFee,
    adminPerformanceFee: feeConfiguration.adminPerformanceFee,
    protocolPerformanceFee: feeConfiguration.protocolPerformanceFee,
    issuanceFee: feeConfiguration.issuanceFee,
    redemptionFee: feeConfiguration.redemptionFee,
    lastManagementFeeUpdateTs: feeUpdate.lastManagementFeeUpdateTs,
    lastPerformanceFeeUpdateTs: feeUpdate.lastPerformanceFeeUpdateTs,
    lockedProfitDegradationDuration: vaultConfiguration.lockedProfitDegradationDuration,
    lastUpdatedLockedProfit: lockedProfitState.lastUpdatedLockedProfit,
    lastReport: lockedProfitState.lastReport,
    highWaterMark: vault.highWaterMark.highestAssetPerLpDecimalBits,
    maxCap: vaultConfiguration.maxCap,
    startAtTs: vaultConfiguration.startAtTs,
    withdrawalWaitingPeriod: vaultConfiguration.withdrawalWaitingPeriod,
    disabledOperations: vaultConfiguration.disabledOperations,
  };
}

/**
 * Writes a computed state into the vault account as the program does at the end of a deposit or withdrawal, with the time of
 * the update and, if the high-water mark rose, its time. The supply is in the mint.
 *
 * @param now - Unix seconds.
 */
export function withVaultState(vault: Vault, state: VaultState, now: bigint): Vault {
  const mark = vault.highWaterMark;
  const rose = state.highWaterMark !== mark.highestAssetPerLpDecimalBits;
  return {
    ...vault,
    asset: { ...vault.asset, totalValue: state.totalValue },
    deadWeight: state.deadWeight,
    feeState: {
      ...vault.feeState,
      accumulatedLpManagerFees: state.managerFees,
      accumulatedLpAdminFees: state.adminFees,
      accumulatedLpProtocolFees: state.protocolFees,
    },
    feeUpdate: {
      lastPerformanceFeeUpdateTs: state.lastPerformanceFeeUpdateTs,
      lastManagementFeeUpdateTs: state.lastManagementFeeUpdateTs,
    },
    highWaterMark: rose
      ? { ...mark, highestAssetPerLpDecimalBits: state.highWaterMark, lastUpdatedTs: now }
      : mark,
    lockedProfitState: {
      lastUpdatedLockedProfit: state.lastUpdatedLockedProfit,
      lastReport: state.lastReport,
    },
    lastUpdatedTs: now,
  };
}

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

/** The token accounts that can hold too little. */
export type LackingAccount = 'userAsset' | 'userLp' | 'idle' | 'strategy';

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

/** The price of a redemption. */
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
