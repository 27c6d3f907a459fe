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
  /** An account as the earlier instructions of the transaction, and what this one has invoked, left it. */
  findAccount(address: Address): EncodedAccount | undefined;
  /** Lamports that make an account of so many bytes rent exempt. */
  getRent(space: bigint): bigint;
  /** The least lamports the stake program lets anybody delegate. */
  minimumDelegation(): bigint;
  /**
   * Invokes a program: a native one runs in the VM, after those invoked before; a modelled one runs at once, on the
   * accounts as they are then.
   *
   * @param signers - derived addresses the model's program signs for.
   * @throws {ProgramFailure} when the call's accounts do not carry the rights the instruction needs, and whatever a
   *   modelled program refuses.
   */
  invoke(instruction: Instruction, signers?: readonly Address[]): void;
  /** Replaces the data of an account the program owns, once the whole transaction has succeeded. */
  write(address: Address, data: Uint8Array): void;
  /**
   * Closes an account the program owns and gives its lamports to another one, once the whole transaction has
   * succeeded; later native instructions of the transaction do not see them yet.
   */
  close(address: Address, destination: Address): void;
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
  /** Programs that its binary invokes and a model could stand for: it runs as a binary only where they all do. */
  readonly invokes?: readonly Address[];
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
