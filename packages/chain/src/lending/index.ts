export { getLendingBankDecoder, type LendingBank } from './accounts/lending-bank.ts';
export { describeFlashLoanRefusal, getLendingError, isLendingErrorCode } from './errors/lending-error.ts';
export {
  bracketFlashLoan,
  endsWithGroup,
  type FlashLoanInput,
  flashLoanEndIndex,
  GROUP_SIZE,
} from './flash-loan/bracket-flash-loan.ts';
export { type FlashLoanFault, findFlashLoanFault } from './flash-loan/flash-loan-fault.ts';
export {
  activeBalances,
  type FlashLoanAccount,
  findLendingAccountFault,
  LENDING_ACCOUNT_FLAGS,
} from './flash-loan/lending-account-fault.ts';
export * from './generated/accounts/index.ts';
export * from './generated/errors/index.ts';
export * from './generated/instructions/index.ts';
export * from './generated/programs/index.ts';
export * from './generated/types/index.ts';
export {
  type FlashLoan,
  type FlashLoanBank,
  type FlashLoanRefusal,
  flashLoanRepayment,
  previewFlashLoan,
} from './math/preview-flash-loan.ts';
export {
  type BankVaultKind,
  type BankVaultSeeds,
  findBankVaultAuthorityPda,
  findBankVaultPda,
  type LendingProgramConfig,
} from './pdas/bank-vault.ts';
export {
  FREE_THIRD_PARTY_IDS,
  findLendingAccountPda,
  type LendingAccountSeeds,
} from './pdas/lending-account.ts';
export { I80F48_FRACTION_BITS, i80f48Bits, wrapI80F48 } from './types/i80f48.ts';
