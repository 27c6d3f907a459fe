import { AccountRole, getStructCodec } from '@solana/kit';
import type { StakePoolProgramConfig } from '../program.ts';
import {
  type AccountSlots,
  type AccountsInput,
  type BuiltInstruction,
  buildInstruction,
  defineInstruction,
  type ParsableInstruction,
  type ParsedInstruction,
  parseInstruction,
} from './instruction-format.ts';

/** The accounts of CleanupRemovedValidatorEntries, in the program's order. */
export const CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'validatorList', role: AccountRole.WRITABLE },
] as const satisfies AccountSlots;

/** The data of CleanupRemovedValidatorEntries: none. */
export type CleanupRemovedValidatorEntriesInstructionData = Readonly<Record<never, never>>;

/** What CleanupRemovedValidatorEntries is built from. */
export type CleanupRemovedValidatorEntriesInput = AccountsInput<
  typeof CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS
>;

/** A decoded CleanupRemovedValidatorEntries. */
export type ParsedCleanupRemovedValidatorEntriesInstruction = ParsedInstruction<
  typeof CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS,
  CleanupRemovedValidatorEntriesInstructionData
>;

const FORMAT = defineInstruction(8, CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS, getStructCodec([]));

/** Drops the list entries of validators that are ready for removal and hold nothing; anyone may send it. */
export function getCleanupRemovedValidatorEntriesInstruction(
  input: CleanupRemovedValidatorEntriesInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes CleanupRemovedValidatorEntries.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseCleanupRemovedValidatorEntriesInstruction(
  instruction: ParsableInstruction,
): ParsedCleanupRemovedValidatorEntriesInstruction {
  return parseInstruction(FORMAT, instruction);
}
