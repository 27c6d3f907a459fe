import type { Address, EncodedAccount, Instruction } from '@solana/kit';
import type { InstructionError } from '../transaction-error.ts';

/** An account as one instruction names it, with the rights its transaction gives it. */
export type CallAccount = {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
};

/** One instruction for a modelled program, and what the model may do about it. */
export type ModelledCall = {
  readonly programAddress: Address;
  readonly accounts: readonly CallAccount[];
  readonly data: Uint8Array;
  /** All top-level instructions of the transaction, as the instructions sysvar shows them. */
  readonly transaction: readonly Instruction[];
  /** Where this one is among them. */
  readonly index: number;
  /** Epoch of the ledger. */
  readonly epoch: bigint;
  /** Unix seconds of the ledger's clock. */
  readonly now: bigint;
  /** An account as everything before, and what this call has invoked, left it. */
  findAccount(address: Address): EncodedAccount | undefined;
  /** Lamports that make an account of so many bytes rent exempt. */
  getRent(space: bigint): bigint;
  /** The least lamports the stake program lets anybody delegate. */
  minimumDelegation(): bigint;
  /**
   * Invokes a program by the rules of the VM: with accounts of this call alone, and no more rights than they have here.
   *
   * @param signers - derived addresses the model's program signs for, derived by `findPda` in this call or before.
   */
  invoke(instruction: Instruction, signers?: readonly Address[]): void;
  /** What the program that was invoked last has returned; empty where it returned nothing. */
  getReturned(): Uint8Array;
  /** Returns bytes to whoever has called the program. */
  return(data: Uint8Array): void;
  /** Replaces the data of an account the program owns, at the end of the call. */
  write(address: Address, data: Uint8Array): void;
  /** Closes an account the program owns and gives its lamports to another one, at the end of the call. */
  close(address: Address, destination: Address): void;
  /** Logs bytes as the program, as events are. */
  emit(data: Uint8Array): void;
  /** Prints a line as the program. */
  log(line: string): void;
};

/** A program in TypeScript that answers as the one on the ledger does. */
export type ProgramModel = {
  readonly programAddress: Address;
  /** Stands in the account that makes the program known on the ledger. */
  readonly name: string;
  /** The file a real binary of the program is looked for in; absent where there is none. */
  readonly file?: string;
  /** Compute units of the program's own code, by the instruction's data. */
  getUnits(data: Uint8Array): bigint;
  /** @throws {ProgramFailure} where the program fails; what was invoked before it has been executed. */
  run(call: ModelledCall): void;
};

/** The modelled programs of a ledger by address. */
export type ProgramModels = ReadonlyMap<Address, ProgramModel>;

/** A model's refusal, in the form JSON-RPC prints it. */
export class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure';
  readonly instructionError: InstructionError;

  constructor(instructionError: InstructionError, message = '') {
    super(message);
    this.instructionError = instructionError;
  }
}
