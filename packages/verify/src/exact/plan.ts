import { encodeBase58 } from '../bytes/base58.ts';
import { isSame } from '../bytes/is-same.ts';
import type { Instruction } from '../bytes/read-message.ts';
import {
  type AccountFormat,
  decodeFields,
  type FieldValue,
  type InstructionFormat,
} from '../programs/instruction-format.ts';
import type { Change, LockedRent } from '../verification.ts';
import type { ExactSubject } from './exact-subject.ts';

/** An instruction that is due, to the byte. */
export type Expected = {
  readonly program: Uint8Array;
  readonly format: InstructionFormat;
  readonly accounts: readonly Uint8Array[];
  /** The value of each field of the format; any where there are none. */
  readonly values?: readonly FieldValue[];
  /** Access of the accounts that follow those of the format. */
  readonly further?: readonly AccountFormat[];
};

/** What a wallet's own build must be, and what it does. */
export type Plan = {
  readonly version: 'legacy' | 0;
  /** The wallet, then whoever else signs. */
  readonly signers: readonly Uint8Array[];
  /** What follows the limit and the price of the compute budget. */
  readonly instructions: readonly Expected[];
  readonly effects: () => {
    readonly leaves: readonly Change[];
    readonly arrives: readonly Change[];
    readonly rent: readonly LockedRent[];
  };
};

/** An instruction of the message, its accounts resolved and its fields decoded. */
export type Found = {
  readonly accounts: readonly (Uint8Array | undefined)[];
  readonly values: readonly FieldValue[];
};

/**
 * Finds the first instruction of a format, to read amounts that the plan then holds to bounds of its own.
 *
 * @param about - where given, only an instruction counts that has this key as its second account.
 */
export function findInstruction(
  subject: Pick<ExactSubject, 'transaction' | 'accounts'>,
  program: Uint8Array,
  format: InstructionFormat,
  about?: Uint8Array,
): Found | undefined {
  for (const each of subject.transaction.message.instructions) {
    const found = readAs(subject, each, program, format);
    if (found !== undefined && (about === undefined || isSame(found.accounts[1], about))) return found;
  }
  return undefined;
}

/** Reads an instruction as one of a program and a format; undefined when it is another. */
export function readAs(
  { accounts }: Pick<ExactSubject, 'accounts'>,
  instruction: Instruction,
  program: Uint8Array,
  format: InstructionFormat,
): Found | undefined {
  if (!isSame(accounts[instruction.program], program)) return undefined;
  const values = decodeFields(format, instruction.data);
  return values && { values, accounts: Array.from(instruction.accounts, (index) => accounts[index]) };
}

/** States an amount that moves. */
export function change(asset: string, amount: bigint, account: Uint8Array, least = amount): Change {
  return { asset, amount, account: encodeBase58(account), least };
}
