import { getAnchorError, type NamedError } from '../../vault/errors/anchor-error.ts';
import { getMarginfiErrorMessage, type MarginfiError } from '../generated/errors/index.ts';
import { ERROR_NAMES } from '../generated/errors/names.ts';
import type { FlashLoanRefusal } from '../math/preview-flash-loan.ts';

/** Tells whether a custom code is one of the lending program; it says nothing of who raised it. */
export function isLendingErrorCode(code: number): code is MarginfiError {
  return Object.hasOwn(ERROR_NAMES, code);
}

/**
 * Says what a custom code of the lending program means: its own codes by the names and in the words of its IDL, and
 * those of the framework below it.
 *
 * The numbers are those of release 0.1.2 and later; the release before counted some of them differently.
 *
 * @returns undefined for a code that is neither's.
 */
export function getLendingError(code: number): NamedError | undefined {
  if (!isLendingErrorCode(code)) return getAnchorError(code);
  return { name: ERROR_NAMES[code], message: getMarginfiErrorMessage(code) };
}

/** Says what a foretold refusal of a loan means; the token program's is named as that program names it. */
export function describeFlashLoanRefusal(refusal: FlashLoanRefusal): NamedError {
  return refusal.by === 'token'
    ? { name: 'InsufficientFunds', message: 'The bank holds less than the loan.' }
    : { name: ERROR_NAMES[refusal.code], message: getMarginfiErrorMessage(refusal.code) };
}
