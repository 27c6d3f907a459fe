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
