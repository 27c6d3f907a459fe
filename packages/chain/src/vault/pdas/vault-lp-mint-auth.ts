import type { ProgramDerivedAddress } from '@solana/kit';
import type { VaultSeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the authority that mints a vault's LP tokens. */
export function findVaultLpMintAuthPda(
  seeds: VaultSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_lp_mint_auth', [seeds.vault], config);
}
