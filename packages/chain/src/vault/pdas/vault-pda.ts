import type { Address, ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '../generated/programs/index.ts';

/** Which deployment of the program is meant; absent means {@link VOLTR_VAULT_PROGRAM_ADDRESS}. */
export type VaultProgramConfig = {
  /** The program that owns the vault account. */
  readonly programAddress?: Address;
};

/** Derives an address of the program from a text seed and keys. */
export async function findVaultProgramPda(
  word: string,
  keys: readonly Address[],
  config: VaultProgramConfig,
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(config.programAddress ?? VOLTR_VAULT_PROGRAM_ADDRESS, [
    word,
    ...keys.map((key) => toAddressBytes(key)),
  ]);
}
