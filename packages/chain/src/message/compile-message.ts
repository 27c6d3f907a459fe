import {
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
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
import { layOutMessage, type MessageInput } from './lay-out-message.ts';

/** What a transaction may spend beyond its base fee. */
export type ComputeBudget = {
  /** Compute units the transaction may consume. */
  readonly computeUnitLimit: number;
  /** Micro-lamports per compute unit; the priority fee is limit × price ÷ 10^6, rounded up to a lamport. */
  readonly computeUnitPrice: bigint;
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
  const { feePayer, blockhash, budget, instructions } = input;
  // Legacy, because every wallet and hardware signer reads it and nothing here needs a lookup table.
  const whole = {
    feePayer,
    blockhash,
    instructions: [...getComputeBudgetInstructions(budget), ...instructions],
  };
  return encodeMessage(layOutMessage(whole) ?? compileByKit(whole));
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
  return encodeMessage(layOutMessage(input, tables) ?? compileByKit(input, tables));
}

/**
 * Compiles a message by kit, which says what is wrong with one that cannot be compiled.
 *
 * @param tables - what each lookup table holds, for a message of version 0; without them it is a legacy message.
 */
export function compileByKit(input: MessageInput, tables?: AddressesByLookupTableAddress) {
  const { feePayer, blockhash, instructions } = input;
  // The height only guides kit's own sender; it is not part of the bytes.
  const lifetime = { blockhash, lastValidBlockHeight: 0n };
  if (tables === undefined) {
    return compileTransactionMessage(
      pipe(
        createTransactionMessage({ version: 'legacy' }),
        (m) => setTransactionMessageFeePayer(feePayer, m),
        (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
        (m) => appendTransactionMessageInstructions(instructions, m),
      ),
    );
  }
  return compileTransactionMessage(
    pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayer(feePayer, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
      (m) => appendTransactionMessageInstructions(instructions, m),
      (m) => compressTransactionMessageUsingAddressLookupTables(m, tables),
    ),
  );
}
