import type { ProgramDerivedAddress } from '@solana/kit';
import type { AdaptorSeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the account that permits a vault to call an adaptor. */
export function findAdaptorAddReceiptPda(
  seeds: AdaptorSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('adaptor_add_receipt', [seeds.vault, seeds.adaptorProgram], config);
}
