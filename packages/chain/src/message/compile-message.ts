import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';

/** What a transaction may spend beyond its base fee. */
export type ComputeBudget = {
  /** Compute units the transaction may consume. */
  readonly computeUnitLimit: number;
  /** Micro-lamports per compute unit; the priority fee is limit × price ÷ 10^6, rounded up to a lamport. */
  readonly computeUnitPrice: bigint;
};

/**
 * Compiles instructions into the bytes that are signed, in the legacy format, with the compute budget in front.
 *
 * @throws {SolanaError} when a program is named as fee payer or as a writable account.
 */
export function compileMessage(input: {
  feePayer: Address;
  blockhash: Blockhash;
  budget: ComputeBudget;
  instructions: readonly Instruction[];
}): Uint8Array {
  const { feePayer, blockhash, budget, instructions } = input;
  const message = pipe(
    // Legacy, because every wallet and hardware signer reads it and nothing here needs a lookup table.
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(feePayer, m),
    // The height only guides kit's own sender; it is not part of the bytes.
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, m),
    (m) =>
      appendTransactionMessageInstructions(
        [
          getSetComputeUnitLimitInstruction({ units: budget.computeUnitLimit }),
          getSetComputeUnitPriceInstruction({ microLamports: budget.computeUnitPrice }),
          ...instructions,
        ],
        m,
      ),
  );
  return new Uint8Array(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message)));
}
