import { encodeBase58 } from '../bytes/base58.ts';
import { isSame } from '../bytes/is-same.ts';
import type { Instruction } from '../bytes/read-message.ts';
import {
  type AccountFormat,
  decodeFields,
  type FieldValue,
  type InstructionFormat,
} from '../programs/instruction-format.ts';
import type { Subject } from '../subject.ts';
import type { Change, LockedRent } from '../verification.ts';

/** An instruction that is due, to the byte. */
export type Expected = {
  readonly program: Uint8Array;
  readonly format: InstructionFormat;
  readonly accounts: readonly Uint8Array[];
  /** The value of each field of the format. */
  readonly values: readonly FieldValue[];
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

/**
 * Finds the fields of the first instruction of a format, to read amounts that the plan then holds to its own bounds.
 *
 * @param account - where given, only an instruction counts that has it at the index.
 */
export function findFields(
  subject: Pick<Subject, 'transaction' | 'accounts'>,
  program: Uint8Array,
  format: InstructionFormat,
  account?: { readonly at: number; readonly key: Uint8Array },
): readonly FieldValue[] | undefined {
  const { accounts, transaction } = subject;
  const keyAt = (each: Instruction, at: number) => accounts[each.accounts[at] ?? accounts.length];
  for (const each of transaction.message.instructions) {
    if (!isSame(accounts[each.program], program)) continue;
    if (account !== undefined && !isSame(keyAt(each, account.at), account.key)) continue;
    const values = decodeFields(format, each.data);
    if (values !== undefined) return values;
  }
  return undefined;
}

/** States an amount that moves. */
export function change(asset: string, amount: bigint, account: Uint8Array, least = amount): Change {
  return { asset, amount, account: encodeBase58(account), least };
}
