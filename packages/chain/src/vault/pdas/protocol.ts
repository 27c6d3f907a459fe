import type { ProgramDerivedAddress } from '@solana/kit';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the program's single account that lists the enabled operations. */
export function findProtocolPda(config: VaultProgramConfig = {}): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('protocol', [], config);
}
