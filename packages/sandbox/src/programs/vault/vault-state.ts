import type { Vault, VaultState } from '@staking-agent/chain/vault';

/**
 * Puts what deposits, withdrawals and reports change into a vault account.
 *
 * @param now - Unix seconds.
 */
export function withVaultState(vault: Vault, state: VaultState, now: bigint): Vault {
  const { highWaterMark } = vault;
  const isLifted = state.highWaterMark > highWaterMark.highestAssetPerLpDecimalBits;
  return {
    ...vault,
    asset: { ...vault.asset, totalValue: state.totalValue },
    feeUpdate: { ...vault.feeUpdate, lastManagementFeeUpdateTs: state.lastManagementFeeUpdateTs },
    feeState: {
      ...vault.feeState,
      accumulatedLpManagerFees: state.managerFees,
      accumulatedLpAdminFees: state.adminFees,
      accumulatedLpProtocolFees: state.protocolFees,
    },
    deadWeight: state.deadWeight,
    highWaterMark: {
      ...highWaterMark,
      highestAssetPerLpDecimalBits: state.highWaterMark,
      lastUpdatedTs: isLifted ? now : highWaterMark.lastUpdatedTs,
    },
    lastUpdatedTs: now,
    lockedProfitState: {
      lastUpdatedLockedProfit: state.lastUpdatedLockedProfit,
      lastReport: state.lastReport,
    },
  };
}
