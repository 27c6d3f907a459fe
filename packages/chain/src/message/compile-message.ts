import {
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { encodeMessage } from './encode-message.ts';

/** What a transaction may spend beyond its base fee. */
export type ComputeBudget = {
  /** Compute units the transaction may consume. */
  readonly computeUnitLimit: number;
  /** Micro-lamports per compute unit; the priority fee is limit × price ÷ 10^6, rounded up to a lamport. */
  readonly computeUnitPrice: bigint;
};

type MessageInput = {
  readonly feePayer: Address;
  readonly blockhash: Blockhash;
  readonly instructions: readonly Instruction[];
};

/** Builds the instructions of a compute budget, which stand in front of all others: the limit, then the price. */
export function getComputeBudgetInstructions(budget: ComputeBudget): readonly [Instruction, Instruction] {
  return [
    getSetComputeUnitLimitInstruction({ units: budget.computeUnitLimit }),
    getSetComputeUnitPriceInstruction({ microLamports: budget.computeUnitPrice }),
  ];
}

/**
 * Compiles instructions into the bytes that are signed, in the legacy format, with the compute budget in front.
 *
 * @throws {SolanaError} when a program is named as fee payer or as a writable account.
 */
export function compileMessage(input: MessageInput & { readonly budget: ComputeBudget }): Uint8Array {
  const { feePayer, budget, instructions } = input;
  const message = pipe(
    // Legacy, because every wallet and hardware signer reads it and nothing here needs a lookup table.
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(getLifetime(input), m),
    (m) =>
      appendTransactionMessageInstructions([...getComputeBudgetInstructions(budget), ...instructions], m),
  );
  return encodeMessage(compileTransactionMessage(message));
}

/**
 * Compiles instructions, those of the compute budget among them, in version 0, with every account that a lookup
 * table holds taken from there: never a signer, and never a program that is invoked.
 *
 * @param tables - what each table holds.
 * @throws {SolanaError} when a program is named as fee payer, or more than 64 accounts are named.
 */
export function compileMessageWithTables(
  input: MessageInput,
  tables: AddressesByLookupTableAddress,
): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(input.feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(getLifetime(input), m),
    (m) => appendTransactionMessageInstructions(input.instructions, m),
    (m) => compressTransactionMessageUsingAddressLookupTables(m, tables),
  );
  return encodeMessage(compileTransactionMessage(message));
}

// The height only guides kit's own sender; it is not part of the bytes.
function getLifetime({ blockhash }: MessageInput) {
  return { blockhash, lastValidBlockHeight: 0n };
}
