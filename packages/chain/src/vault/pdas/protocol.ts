import type { ProgramDerivedAddress } from '@solana/kit';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the one account of the program that says which operations are on. */
export function findProtocolPda(config: VaultProgramConfig = {}): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('protocol', [], config);
}
