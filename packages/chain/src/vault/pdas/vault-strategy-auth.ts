import type { ProgramDerivedAddress } from '@solana/kit';
import type { StrategySeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the authority in whose name a vault acts towards a strategy. */
export function findVaultStrategyAuthPda(
  seeds: StrategySeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_strategy_auth', [seeds.vault, seeds.strategy], config);
}
