import type { Vault } from '../generated/accounts/index.ts';

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
