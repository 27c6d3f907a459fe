import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './transaction-error-names.ts';

/** An instruction's error in the form JSON-RPC prints it. */
export type InstructionError = string | { readonly Custom: number };

/** A transaction's error in the form JSON-RPC prints it. */
export type TransactionError =
  | string
  | { readonly InstructionError: readonly [number, InstructionError] }
  | { readonly DuplicateInstruction: number }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } }
  | { readonly ProgramExecutionTemporarilyRestricted: { readonly account_index: number } };

const TEXT: ReadonlyMap<string, string> = new Map(TRANSACTION_ERRORS);
const INSTRUCTION_TEXT: ReadonlyMap<string, string> = new Map(INSTRUCTION_ERRORS);

/** What LiteSVM's `FailedTransactionMetadata.err()` answers; its classes are told apart by their members. */
type VmError =
  | number
  | { readonly index: number; err?(): unknown }
  | { readonly accountIndex: number; toString(): string };

/**
 * Turns LiteSVM's error into the JSON form of `solana_transaction_error::TransactionError`.
 *
 * @param error - a fieldless error as its position in the enum, or one of LiteSVM's error objects.
 */
export function toTransactionError(error: VmError): TransactionError {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error]?.[0] ?? `Unknown(${error})`;
  if ('accountIndex' in error) {
    const account_index = error.accountIndex;
    return error.constructor.name.includes('InsufficientFundsForRent')
      ? { InsufficientFundsForRent: { account_index } }
      : { ProgramExecutionTemporarilyRestricted: { account_index } };
  }
  if (typeof error.err !== 'function') return { DuplicateInstruction: error.index };
  return { InstructionError: [error.index, toInstructionError(error.err())] };
}

/** The sentence Rust's `Display` prints for the error; `Custom` codes are lower-case hexadecimal. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return TEXT.get(error) ?? error;
  if ('InstructionError' in error) {
    const [index, cause] = error.InstructionError;
    return `Error processing Instruction ${index}: ${describeInstructionError(cause)}`;
  }
  if ('DuplicateInstruction' in error) {
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`;
  }
  if ('InsufficientFundsForRent' in error) {
    const index = error.InsufficientFundsForRent.account_index;
    return `Transaction results in an account (${index}) with insufficient funds for rent`;
  }
  const index = error.ProgramExecutionTemporarilyRestricted.account_index;
  return `Execution of the program referenced by account at index ${index} is temporarily restricted.`;
}

function toInstructionError(error: unknown): InstructionError {
  if (typeof error === 'number') return INSTRUCTION_ERRORS[error]?.[0] ?? `Unknown(${error})`;
  const code = Object(error).code;
  return typeof code === 'number' ? { Custom: code } : 'BorshIoError';
}

/** The sentence for one instruction's error, as it stands in logs after `failed: `. */
export function describeInstructionError(error: InstructionError): string {
  if (typeof error === 'string') return INSTRUCTION_TEXT.get(error) ?? error;
  return `custom program error: 0x${error.Custom.toString(16)}`;
}
