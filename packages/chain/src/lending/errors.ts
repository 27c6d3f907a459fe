import { getAnchorError, type NamedError } from '../vault/errors.ts';
import { findLaterName } from './error-codes.ts';
import { getMarginfiErrorMessage, type MarginfiError } from './generated/errors/index.ts';
import { ERROR_NAMES } from './generated/errors/names.ts';
import type { FlashLoanRefusal } from './math.ts';

/** Checks whether the IDL has a custom code; any program may have raised it. */
export function isLendingErrorCode(code: number): code is MarginfiError {
  return Object.hasOwn(ERROR_NAMES, code);
}

/**
 * Says what a custom code of the lending program means: its own codes by the names of release 0.1.9 and in the words of its
 * IDL, and those of the framework below it. For codes newer than the IDL, the message is made from the name.
 *
 * The numbers are those of release 0.1.2 and later; the release before counted some of them differently.
 *
 * @returns undefined for any other code.
 */
export function getLendingError(code: number): NamedError | undefined {
  const later = findLaterName(code);
  if (later !== undefined) return { name: later, message: inWords(later) };
  if (!isLendingErrorCode(code)) return getAnchorError(code);
  return { name: ERROR_NAMES[code], message: getMarginfiErrorMessage(code) };
}

/** Returns the message of a predicted refusal of a loan; a refusal by the token program has that program's name. */
export function describeFlashLoanRefusal(refusal: FlashLoanRefusal): NamedError {
  switch (refusal.by) {
    case 'token':
      return { name: 'InsufficientFunds', message: 'The bank holds less than the loan.' };
    case 'state':
      return { name: refusal.name, message: 'The bank is in a state in which it may not lend.' };
    case 'lending':
      return (
        getLendingError(refusal.code) ?? { name: String(refusal.code), message: 'The bank does not lend.' }
      );
  }
}

/** "BankHourlyRateLimitExceeded" becomes "Bank hourly rate limit exceeded". */
function inWords(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
