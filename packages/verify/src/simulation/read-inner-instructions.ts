import type { InnerInstruction } from '../evidence.ts';
import { decodeBase58 } from './decode-base58.ts';
import { encodeParsedInstruction, type ParsedInstruction } from './encode-parsed-instruction.ts';

/** An inner instruction in one of the three forms in which nodes print it. */
export type PrintedInstruction =
  | ParsedInstruction
  | { readonly programId: string; readonly accounts: readonly string[]; readonly data: string }
  | { readonly programIdIndex: number; readonly accounts: readonly number[]; readonly data: string };

/** What programs invoked, as a simulation prints it. */
export type PrintedInstructions = readonly {
  readonly index: number;
  readonly instructions: readonly PrintedInstruction[];
}[];

/**
 * Reads what programs invoked, in any of the three forms nodes print: by names where the node knows the program, by
 * addresses where it does not, by index.
 *
 * @param accounts - of the transaction in the ledger's order, base58: the message's own, then loaded ones, writable first.
 * @returns by index of the top-level instruction; undefined when one names an account the transaction does not have.
 */
export function readInnerInstructions(
  printed: PrintedInstructions,
  accounts: readonly string[],
): ReadonlyMap<number, readonly InnerInstruction[]> | undefined {
  const read = new Map<number, readonly InnerInstruction[]>();
  for (const { index, instructions } of printed) {
    const found = instructions.map((instruction) => readInstruction(instruction, accounts));
    if (found.includes(undefined)) return undefined;
    read.set(index, [...(read.get(index) ?? []), ...found.filter((each) => each !== undefined)]);
  }
  return read;
}

function readInstruction(
  instruction: PrintedInstruction,
  accounts: readonly string[],
): InnerInstruction | undefined {
  if ('parsed' in instruction) return encodeParsedInstruction(instruction);
  const data = decodeBase58(instruction.data);
  if (data === undefined) return undefined;
  if ('programId' in instruction)
    return { program: instruction.programId, accounts: instruction.accounts, data };
  const program = accounts[instruction.programIdIndex];
  const named = instruction.accounts.map((index) => accounts[index]);
  if (program === undefined || named.includes(undefined)) return undefined;
  return { program, accounts: named.filter((each) => each !== undefined), data };
}
