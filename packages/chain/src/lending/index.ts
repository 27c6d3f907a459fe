export {
  type BankVaultKind,
  type BankVaultSeeds,
  FREE_THIRD_PARTY_IDS,
  findBankVaultAuthorityPda,
  findBankVaultPda,
  findLendingAccountPda,
  I80F48_FRACTION_BITS,
  i80f48Bits,
  type LendingAccountSeeds,
  type LendingProgramConfig,
  wrapI80F48,
} from './accounts.ts';
export { describeFlashLoanRefusal, getLendingError, isLendingErrorCode } from './errors.ts';
export {
  activeBalances,
  bracketFlashLoan,
  endsWithGroup,
  type FlashLoanAccount,
  type FlashLoanFault,
  type FlashLoanInput,
  findFlashLoanFault,
  findLendingAccountFault,
  flashLoanEndIndex,
  GROUP_SIZE,
  getLendingBankDecoder,
  LENDING_ACCOUNT_FLAGS,
  type LendingBank,
} from './flash-loan.ts';
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
} from './math.ts';
