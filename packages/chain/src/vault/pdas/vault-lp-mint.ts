import type { ProgramDerivedAddress } from '@solana/kit';
import type { VaultSeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the mint of a vault's LP tokens. */
export function findVaultLpMintPda(
  seeds: VaultSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_lp_mint', [seeds.vault], config);
}
