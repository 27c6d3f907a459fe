/** The program's error of a bank that was never set up, of release 0.1.9. */
export const MARGINFI_ERROR__BANK_UNINITIALIZED = 6134;

/** Runs of codes that releases after the IDL's have added or renamed, in the order of the program's own names. */
const RUNS: Readonly<Record<number, readonly string[]>> = {
  6053: ['StakeOraclesDisabled', 'Vacated3'],
  6073: ['IntegrationPositionLimitExceeded', 'MaxInitLeverageExceeded'],
  6104: [
    'DuplicateBalance',
    'InvalidBalanceCount',
    'LiquidatorOrderCloseNotAllowed',
    'OrderTriggerNotMet',
    'UnexpectedOrderExecutionState',
    'OrderLiabilityNotClosed',
    'InvalidAssetOrLiabilitiesCount',
    'WorseHealthPostExecution',
    'InvalidOrderTakeProfitOrStopLoss',
    'InvalidSlippage',
    'OrderExecutionOverWithdrawal',
    'BankHourlyRateLimitExceeded',
    'BankDailyRateLimitExceeded',
    'GroupHourlyRateLimitExceeded',
    'GroupDailyRateLimitExceeded',
    'InvalidRateLimitPrice',
    'GroupRateLimiterUpdateEmpty',
    'GroupRateLimiterUpdateInvalidSlotRange',
    'GroupRateLimiterUpdateFutureSlot',
    'GroupRateLimiterUpdateStale',
    'GroupRateLimiterUpdateOutOfOrderSlot',
    'GroupRateLimiterUpdateOutOfOrderSeq',
    'DeleverageWithdrawalUpdateEmpty',
    'DeleverageWithdrawalUpdateInvalidSlotRange',
    'DeleverageWithdrawalUpdateFutureSlot',
    'DeleverageWithdrawalUpdateStale',
    'DeleverageWithdrawalUpdateOutOfOrderSlot',
    'DeleverageWithdrawalUpdateOutOfOrderSeq',
    'UseSetFixedOraclePrice',
    'InvalidGlobalFeeWallet',
    'BankUninitialized',
    'SlippageTooHigh',
  ],
  6500: [
    'JuplendInvalidOracleSetup',
    'JuplendLendingValidationFailed',
    'WrongBankAssetTagForJuplendOperation',
    'CantUseStandardOperationsOnJuplendAssets',
    'JuplendLendingStale',
    'InvalidJuplendLending',
    'JuplendLendingMintMismatch',
    'JuplendBankAlreadyActivated',
    'InvalidJuplendFTokenVault',
    'JuplendDepositFailed',
    'JuplendWithdrawFailed',
    'JuplendInitPositionDepositInsufficient',
    'InvalidJuplendWithdrawIntermediaryAta',
  ],
};

const LATER_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(RUNS).flatMap(([first, names]) => names.map((name, n) => [Number(first) + n, name])),
);

/**
 * Finds the program's name (release 0.1.9) for an error that the IDL lacks or names differently.
 *
 * @returns undefined for every other code.
 */
export function findLaterName(code: number): string | undefined {
  return LATER_NAMES.get(code);
}
