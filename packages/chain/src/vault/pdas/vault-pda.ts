import {
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type ProgramDerivedAddress,
} from '@solana/kit';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '../generated/programs/index.ts';

/** Which deployment of the program is meant; absent means {@link VOLTR_VAULT_PROGRAM_ADDRESS}. */
export type VaultProgramConfig = {
  /** The program that owns the vault account. */
  readonly programAddress?: Address;
};

/** Derives an address of the program from a word and the keys that follow it. */
export function findVaultProgramPda(
  word: string,
  keys: readonly Address[],
  config: VaultProgramConfig,
): Promise<ProgramDerivedAddress> {
  return getProgramDerivedAddress({
    programAddress: config.programAddress ?? VOLTR_VAULT_PROGRAM_ADDRESS,
    seeds: [word, ...keys.map((key) => getAddressEncoder().encode(key))],
  });
}
