export { getAnchorError, type NamedError } from './errors/anchor-error.ts';
export { describeVaultRefusal, getVaultError, isVaultErrorCode } from './errors/vault-error.ts';
export * from './generated/accounts/index.ts';
export * from './generated/errors/index.ts';
export * from './generated/instructions/index.ts';
export * from './generated/programs/index.ts';
export * from './generated/types/index.ts';
export { assetPerLpBits, liftHighWaterMark } from './math/high-water-mark.ts';
export { type LockedProfit, lockedProfit, unlockedValue } from './math/locked-profit.ts';
export { type LpShares, lpSupplyIncludingFees } from './math/lp-supply.ts';
export { accrueManagementFee, FEE_YEAR_SECONDS } from './math/management-fee.ts';
export {
  type NetAssetValue,
  netAssetValue,
  netAssetValuePerWholeLp,
  redeemableValue,
} from './math/net-asset-value.ts';
export { accruePerformanceFee, performanceFee } from './math/performance-fee.ts';
export {
  DEAD_WEIGHT,
  previewDeposit,
  type VaultDeposit,
  type VaultDepositInput,
} from './math/preview-deposit.ts';
export { type InstantWithdrawal, previewInstantWithdraw } from './math/preview-instant-withdraw.ts';
export {
  ADAPTOR_WAITING_EPOCHS,
  previewInstantWithdrawStrategy,
  reportGain,
  type StrategyPosition,
  type StrategyWithdrawal,
} from './math/preview-instant-withdraw-strategy.ts';
export {
  type ClaimInput,
  previewCancel,
  previewClaim,
  previewRequest,
  type WithdrawalRequest,
} from './math/preview-request.ts';
export { assetForLp, lpForAsset, type RedemptionPrice } from './math/redemption.ts';
export { type LackingAccount, TOKEN_ERROR__INSUFFICIENT_FUNDS, type VaultRefusal } from './math/refusal.ts';
export { BASIS_POINTS, FRACTION_BITS } from './math/rounding.ts';
export { getVaultState, LP_DECIMALS, type VaultState, withVaultState } from './math/vault-state.ts';
export type { WithdrawalInput } from './math/withdrawal.ts';
export { findAdaptorAddReceiptPda } from './pdas/adaptor-add-receipt.ts';
export { findDirectWithdrawInitReceiptPda } from './pdas/direct-withdraw-init-receipt.ts';
export { findProtocolPda } from './pdas/protocol.ts';
export { findRequestWithdrawVaultReceiptPda } from './pdas/request-withdraw-vault-receipt.ts';
export type { AdaptorSeeds, StrategySeeds, UserSeeds, VaultSeeds } from './pdas/seeds.ts';
export { findStrategyInitReceiptPda } from './pdas/strategy-init-receipt.ts';
export { findVaultAssetIdleAuthPda } from './pdas/vault-asset-idle-auth.ts';
export { findVaultLpMintPda } from './pdas/vault-lp-mint.ts';
export { findVaultLpMintAuthPda } from './pdas/vault-lp-mint-auth.ts';
export type { VaultProgramConfig } from './pdas/vault-pda.ts';
export { findVaultStrategyAuthPda } from './pdas/vault-strategy-auth.ts';
export {
  findEscrowLpTokenAccount,
  findUserAssetTokenAccount,
  findUserLpTokenAccount,
  findVaultIdleTokenAccount,
  findVaultStrategyTokenAccount,
  type VaultAssetMint,
} from './token-accounts.ts';
