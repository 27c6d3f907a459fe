import type { ProgramDerivedAddress } from '@solana/kit';
import type { VaultSeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the owner of the token account that holds a vault's idle funds. */
export function findVaultAssetIdleAuthPda(
  seeds: VaultSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_asset_idle_auth', [seeds.vault], config);
}
