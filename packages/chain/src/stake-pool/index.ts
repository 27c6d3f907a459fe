export {
  decodeStakePool,
  getStakePoolCodec,
  getStakePoolDecoder,
  getStakePoolEncoder,
  STAKE_POOL_ACCOUNT_TYPE,
  STAKE_POOL_SIZE,
  type StakePool,
} from './accounts/stake-pool.ts';
export {
  decodeValidatorList,
  getValidatorListCodec,
  getValidatorListDecoder,
  getValidatorListEncoder,
  getValidatorListSize,
  getValidatorStakeInfoCodec,
  STAKE_STATUSES,
  type StakeStatus,
  VALIDATOR_LIST_ACCOUNT_TYPE,
  VALIDATOR_LIST_HEADER_SIZE,
  VALIDATOR_STAKE_INFO_SIZE,
  type ValidatorList,
  type ValidatorStakeInfo,
} from './accounts/validator-list.ts';
export { type FailedProgram, findFailedProgram } from './errors/find-failed-program.ts';
export * from './errors/stake-pool-error.ts';
export { getStakePoolErrorMessage, isStakePoolError } from './errors/stake-pool-error-message.ts';
export {
  getCleanupRemovedValidatorEntriesInstruction,
  type ParsedCleanupRemovedValidatorEntriesInstruction,
  parseCleanupRemovedValidatorEntriesInstruction,
} from './instructions/cleanup-removed-validator-entries.ts';
export {
  type DepositSolInstructionData,
  getDepositSolInstruction,
  type ParsedDepositSolInstruction,
  parseDepositSolInstruction,
} from './instructions/deposit-sol.ts';
export {
  type DepositSolWithSlippageInstructionData,
  getDepositSolWithSlippageInstruction,
  type ParsedDepositSolWithSlippageInstruction,
  parseDepositSolWithSlippageInstruction,
} from './instructions/deposit-sol-with-slippage.ts';
export {
  getDepositStakeInstruction,
  type ParsedDepositStakeInstruction,
  parseDepositStakeInstruction,
} from './instructions/deposit-stake.ts';
export {
  type DepositStakeWithSlippageInstructionData,
  getDepositStakeWithSlippageInstruction,
  type ParsedDepositStakeWithSlippageInstruction,
  parseDepositStakeWithSlippageInstruction,
} from './instructions/deposit-stake-with-slippage.ts';
export type { BuiltInstruction, ParsableInstruction } from './instructions/instruction-format.ts';
export {
  identifyStakePoolInstruction,
  type ParsedStakePoolInstruction,
  parseStakePoolInstruction,
  type StakePoolInstructionType,
} from './instructions/parse-stake-pool-instruction.ts';
export {
  getUpdateStakePoolBalanceInstruction,
  type ParsedUpdateStakePoolBalanceInstruction,
  parseUpdateStakePoolBalanceInstruction,
} from './instructions/update-stake-pool-balance.ts';
export {
  getUpdateValidatorListBalanceInstruction,
  type ParsedUpdateValidatorListBalanceInstruction,
  parseUpdateValidatorListBalanceInstruction,
  type UpdateValidatorListBalanceInput,
  type UpdateValidatorListBalanceInstructionData,
  type ValidatorStakePair,
} from './instructions/update-validator-list-balance.ts';
export {
  getWithdrawSolInstruction,
  type ParsedWithdrawSolInstruction,
  parseWithdrawSolInstruction,
  type WithdrawSolInstructionData,
} from './instructions/withdraw-sol.ts';
export {
  getWithdrawSolWithSlippageInstruction,
  type ParsedWithdrawSolWithSlippageInstruction,
  parseWithdrawSolWithSlippageInstruction,
  type WithdrawSolWithSlippageInstructionData,
} from './instructions/withdraw-sol-with-slippage.ts';
export {
  getWithdrawStakeInstruction,
  type ParsedWithdrawStakeInstruction,
  parseWithdrawStakeInstruction,
  type WithdrawStakeInstructionData,
} from './instructions/withdraw-stake.ts';
export {
  getWithdrawStakeWithSlippageInstruction,
  type ParsedWithdrawStakeWithSlippageInstruction,
  parseWithdrawStakeWithSlippageInstruction,
  type WithdrawStakeWithSlippageInstructionData,
} from './instructions/withdraw-stake-with-slippage.ts';
export { applyFee, type FeeRounding } from './math/fee.ts';
export type { Deposit } from './math/preview-deposit.ts';
export { type DepositSolPool, previewDepositSol } from './math/preview-deposit-sol.ts';
export {
  type DepositStakeOffer,
  type DepositStakePool,
  previewDepositStake,
  type StakeDeposit,
} from './math/preview-deposit-stake.ts';
export { type EpochUpdate, epochFeeTokens, previewEpochUpdate } from './math/preview-epoch-update.ts';
export { previewWithdrawSol, type WithdrawSolPool } from './math/preview-withdraw-sol.ts';
export { previewWithdrawStake } from './math/preview-withdraw-stake.ts';
export type { Withdrawal, WithdrawalInput } from './math/preview-withdrawal.ts';
export {
  lamportsForPoolTokens,
  lamportsPerPoolToken,
  type PoolTotals,
  poolTokensForLamports,
} from './math/price.ts';
export { type Refusal, STAKE_ERROR__INSUFFICIENT_DELEGATION } from './math/refusal.ts';
export type {
  StakeToSplit,
  StakeWithdrawal,
  StakeWithdrawalInput,
  WithdrawStakePool,
} from './math/stake-withdrawal.ts';
export {
  isOtherValidatorPreferred,
  requiredWithdrawStakeSource,
  type WithdrawableValidator,
  type WithdrawStakeLimits,
  type WithdrawStakeSource,
  withdrawStakeLimits,
} from './math/withdraw-stake-source.ts';
export { type DepositAuthoritySeeds, findDepositAuthorityPda } from './pdas/deposit-authority.ts';
export { type EphemeralStakeSeeds, findEphemeralStakePda } from './pdas/ephemeral-stake.ts';
export { findTransientStakePda, type TransientStakeSeeds } from './pdas/transient-stake.ts';
export { findValidatorStakePda, type ValidatorStakeSeeds } from './pdas/validator-stake.ts';
export { findWithdrawAuthorityPda, type WithdrawAuthoritySeeds } from './pdas/withdraw-authority.ts';
export {
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
  SANCTUM_STAKE_POOL_PROGRAM_ADDRESS,
  STAKE_POOL_PROGRAM_ADDRESS,
  STAKE_POOL_PROGRAM_ADDRESSES,
  type StakePoolProgramConfig,
} from './program.ts';
export { type Fee, getFeeCodec } from './types/fee.ts';
export { type FutureFee, getFutureFeeCodec } from './types/future-fee.ts';
export { getPoolLockupCodec, type PoolLockup } from './types/lockup.ts';
