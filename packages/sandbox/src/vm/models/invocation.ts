import type { Address } from '@solana/kit';
import type { InstructionError } from '../transaction-error.ts';

/** One run of a modelled program that a transaction or another model has invoked. */
export type Invocation = {
  readonly programAddress: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
  /** Compute units of the program's own code. */
  readonly units: bigint;
  readonly logs: readonly string[];
  /** Why it refused, or what it invoked did. */
  readonly failure?: InstructionError;
  /** The first of its instructions in the VM's transaction. */
  readonly start: number;
  /** How many of them there are; zero for a model that invokes nothing native. */
  readonly count: number;
  /** Models it has invoked, in their order. */
  readonly invocations: readonly Invocation[];
};
