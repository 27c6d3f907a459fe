import * as codes from './generated/errors/index.ts';
import { ERROR_NAMES } from './generated/errors/names.ts';
import type { VaultRefusal } from './math.ts';

// Complete by type: a code without a sentence does not compile.
const MESSAGES: Readonly<Record<codes.VoltrVaultError, string>> = {
  [codes.VOLTR_VAULT_ERROR__INVALID_AMOUNT]:
    'The amount is zero, or too small for a first deposit, or the vault has nothing that could be withdrawn.',
  [codes.VOLTR_VAULT_ERROR__INVALID_TOKEN_MINT]: 'The mint is not the asset of the vault.',
  [codes.VOLTR_VAULT_ERROR__INVALID_TOKEN_ACCOUNT]: 'A token account is not the one of the vault.',
  [codes.VOLTR_VAULT_ERROR__INVALID_ACCOUNT_INPUT]: 'An account is not the one the vault names.',
  [codes.VOLTR_VAULT_ERROR__MATH_OVERFLOW]:
    'An amount does not fit 64 bits or would fall below zero, or a stored time is in the future.',
  [codes.VOLTR_VAULT_ERROR__FEE_EXCEEDS_TOTAL_ASSET_VALUE]: 'The fee that is due is the whole value or more.',
  [codes.VOLTR_VAULT_ERROR__MAX_CAP_EXCEEDED]: 'The deposit would lift the vault above its cap.',
  [codes.VOLTR_VAULT_ERROR__VAULT_NOT_ACTIVE]: 'The vault does not take deposits yet.',
  [codes.VOLTR_VAULT_ERROR__MANAGER_NOT_ALLOWED]:
    'The manager of the vault is among the accounts of an adaptor.',
  [codes.VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED]:
    'The operation is switched off by the vault or the protocol.',
  [codes.VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID]: 'The adaptor was added too recently to be called.',
  [codes.VOLTR_VAULT_ERROR__INVALID_FEE_CONFIGURATION]: 'The fees of the vault are more than a whole.',
  [codes.VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE]: 'The waiting period of the request is not over.',
  [codes.VOLTR_VAULT_ERROR__INVALID_INPUT]: 'A name or a description is too long.',
  [codes.VOLTR_VAULT_ERROR__DIVISION_BY_ZERO]:
    'There is no price: the vault has no value left, or its redemption fee is everything.',
  [codes.VOLTR_VAULT_ERROR__INSTANT_WITHDRAW_NOT_ALLOWED]:
    'The vault has a waiting period, so withdrawals must be requested.',
};

const LACKING = {
  userAsset: 'The user holds less of the asset than the deposit.',
  userLp: 'The user holds too few LP tokens.',
  idle: 'The idle funds of the vault are less than the withdrawal.',
  strategy: 'The strategy holds less than the withdrawal.',
} as const;

/** Checks whether the vault program has a custom code; any program may have raised it. */
export function isVaultErrorCode(code: number): code is codes.VoltrVaultError {
  return Object.hasOwn(MESSAGES, code);
}

/**
 * Says what a custom code of the vault program means: its own codes by the names of its IDL, and those of the framework
 * below it.
 *
 * @returns undefined for any other code.
 */
export function getVaultError(code: number): NamedError | undefined {
  return isVaultErrorCode(code) ? { name: ERROR_NAMES[code], message: MESSAGES[code] } : getAnchorError(code);
}

/** Returns the message of a predicted refusal; a refusal by the token program has that program's name. */
export function describeVaultRefusal(refusal: VaultRefusal): NamedError {
  return refusal.by === 'token'
    ? { name: 'InsufficientFunds', message: LACKING[refusal.account] }
    : { name: ERROR_NAMES[refusal.code], message: MESSAGES[refusal.code] };
}

// Anchor's own codes, as far as a wrong or missing account can bring them up (anchor-lang, `error.rs`).
const ANCHOR_ERRORS: Readonly<Record<number, readonly [name: string, message: string]>> = {
  101: ['InstructionFallbackNotFound', 'The program has no such instruction.'],
  102: ['InstructionDidNotDeserialize', 'The data of the instruction are malformed.'],
  2000: ['ConstraintMut', 'An account that changes is not writable.'],
  2001: ['ConstraintHasOne', 'An account does not belong to another.'],
  2002: ['ConstraintSigner', 'A required signature is missing.'],
  2003: ['ConstraintRaw', 'An account does not meet a condition of the program.'],
  2006: ['ConstraintSeeds', 'An account is not the one derived for it.'],
  2009: ['ConstraintAssociated', 'A token account is not the associated one of its owner and mint.'],
  2012: ['ConstraintAddress', 'An account is not the one that another names.'],
  2014: ['ConstraintTokenMint', 'A token account is of another mint.'],
  2015: ['ConstraintTokenOwner', 'A token account has another owner.'],
  3001: ['AccountDiscriminatorNotFound', 'An account has no data to tell its kind.'],
  3002: ['AccountDiscriminatorMismatch', 'An account is of another kind.'],
  3003: ['AccountDidNotDeserialize', 'The data of an account are malformed.'],
  3005: ['AccountNotEnoughKeys', 'Too few accounts are given.'],
  3007: ['AccountOwnedByWrongProgram', 'An account belongs to another program.'],
  3008: ['InvalidProgramId', 'A program is another one than expected.'],
  3010: ['AccountNotSigner', 'A required signature is missing.'],
  3012: ['AccountNotInitialized', 'An account does not exist yet.'],
};

/** A code's name and what it means. */
export type NamedError = { readonly name: string; readonly message: string };

/** Says what a custom code of the framework below both programs means; undefined for any other code. */
export function getAnchorError(code: number): NamedError | undefined {
  const [name, message] = ANCHOR_ERRORS[code] ?? [];
  return name === undefined || message === undefined ? undefined : { name, message };
}
