export type { AdaptorSeeds, StrategySeeds, UserSeeds, VaultProgramConfig, VaultSeeds } from './addresses.ts';
export {
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findEscrowLpTokenAccount,
  findProtocolPda,
  findRequestWithdrawVaultReceiptPda,
  findStrategyInitReceiptPda,
  findUserAssetTokenAccount,
  findUserLpTokenAccount,
  findVaultAssetIdleAuthPda,
  findVaultIdleTokenAccount,
  findVaultLpMintAuthPda,
  findVaultLpMintPda,
  findVaultStrategyAuthPda,
  findVaultStrategyTokenAccount,
  type VaultAssetMint,
} from './addresses.ts';
export {
  DEAD_WEIGHT,
  previewDeposit,
  type VaultDeposit,
  type VaultDepositInput,
} from './deposits.ts';
export {
  describeVaultRefusal,
  getAnchorError,
  getVaultError,
  isVaultErrorCode,
  type NamedError,
} from './errors.ts';
export {
  accrueManagementFee,
  accruePerformanceFee,
  assetPerLpBits,
  FEE_YEAR_SECONDS,
  type LpShares,
  liftHighWaterMark,
  lpSupplyIncludingFees,
  type NetAssetValue,
  netAssetValue,
  netAssetValuePerWholeLp,
  performanceFee,
  redeemableValue,
} from './fees.ts';
export * from './generated/accounts/index.ts';
export * from './generated/errors/index.ts';
export * from './generated/instructions/index.ts';
export * from './generated/programs/index.ts';
export * from './generated/types/index.ts';
export {
  assetForLp,
  BASIS_POINTS,
  FRACTION_BITS,
  getVaultState,
  type LackingAccount,
  type LockedProfit,
  LP_DECIMALS,
  lockedProfit,
  lpForAsset,
  type RedemptionPrice,
  TOKEN_ERROR__INSUFFICIENT_FUNDS,
  unlockedValue,
  type VaultRefusal,
  type VaultState,
  withVaultState,
} from './state.ts';
export type { WithdrawalInput } from './withdrawals.ts';
export {
  ADAPTOR_WAITING_EPOCHS,
  type ClaimInput,
  type InstantWithdrawal,
  previewCancel,
  previewClaim,
  previewInstantWithdraw,
  previewInstantWithdrawStrategy,
  previewRequest,
  reportGain,
  type StrategyPosition,
  type StrategyWithdrawal,
  type WithdrawalRequest,
} from './withdrawals.ts';
