import { AccountRole, getStructCodec } from '@solana/kit';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';

/** The accounts of CleanupRemovedValidatorEntries, in the program's order. */
export const CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'validatorList', role: AccountRole.WRITABLE },
] as const satisfies AccountSlots;

const INSTRUCTION = defineInstruction(8, CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS, getStructCodec([]));

/** A decoded CleanupRemovedValidatorEntries. */
export type ParsedCleanupRemovedValidatorEntriesInstruction = ReturnType<typeof INSTRUCTION.parse>;

/** Drops the list entries of validators that are ready for removal and hold nothing; anyone may send it. */
export const getCleanupRemovedValidatorEntriesInstruction = INSTRUCTION.build;

/**
 * Decodes CleanupRemovedValidatorEntries.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseCleanupRemovedValidatorEntriesInstruction = INSTRUCTION.parse;
