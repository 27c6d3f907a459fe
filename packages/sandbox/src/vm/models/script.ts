import type { Address, EncodedAccount, Instruction } from '@solana/kit';
import type { InstructionError } from '../transaction-error.ts';

/** An account as the VM hands it to a program. */
export type PassedAccount = {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
  /** What it holds now; undefined where nothing does. */
  readonly account: EncodedAccount | undefined;
  /** Where it stands in the program's input, as a cue for a call has it. */
  readonly offset: number;
  /** Whether an earlier place has the same account; the program reads it there. */
  readonly isRepeated: boolean;
};

/** What a player does in the VM, one after the other. */
export type Step =
  | {
      readonly kind: 'invoke';
      readonly instruction: Instruction;
      /** Seeds of the derived addresses that sign. */
      readonly signers: readonly (readonly Uint8Array[])[];
    }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'write'; readonly to: PassedAccount; readonly data: Uint8Array }
  | { readonly kind: 'close'; readonly closed: PassedAccount; readonly heir: PassedAccount }
  | { readonly kind: 'emit'; readonly data: Uint8Array }
  | { readonly kind: 'return'; readonly data: Uint8Array };

/** What a modelled program does when it is called with one certain input. */
export type Script = {
  /** Identifies the input: the first bytes of its hash. */
  readonly key: bigint;
  readonly accounts: readonly PassedAccount[];
  readonly steps: readonly Step[];
  /** Compute units the program's own code uses. */
  readonly units: bigint;
  /** How it ends: `pause` stops the transaction and shows the accounts as they are then. */
  readonly end: 'pause' | 'success' | InstructionError;
};
