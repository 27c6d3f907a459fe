import { getAnchorError, type NamedError } from '../vault/errors.ts';
import { getMarginfiErrorMessage, type MarginfiError } from './generated/errors/index.ts';
import { ERROR_NAMES } from './generated/errors/names.ts';

/**
 * Says what a custom code of the lending program means: its own codes by the names of release 0.1.9 and in the words of its
 * IDL, and those of the framework below it. For codes newer than the IDL, the message is made from the name.
 *
 * The numbers are those of release 0.1.2 and later; the release before counted some of them differently.
 *
 * @returns undefined for any other code.
 */
export function getLendingError(code: number): NamedError | undefined {
  const later = LATER_NAMES.get(code);
  if (later !== undefined) return { name: later, message: inWords(later) };
  if (!isOfIdl(code)) return getAnchorError(code);
  return { name: ERROR_NAMES[code], message: getMarginfiErrorMessage(code) };
}

function isOfIdl(code: number): code is MarginfiError {
  return Object.hasOwn(ERROR_NAMES, code);
}

/** "BankHourlyRateLimitExceeded" becomes "Bank hourly rate limit exceeded". */
function inWords(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

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

/** The program's names (release 0.1.9) of errors that the IDL lacks or names differently. */
const LATER_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(RUNS).flatMap(([first, names]) => names.map((name, n) => [Number(first) + n, name])),
);
