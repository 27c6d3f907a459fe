import type { ProgramDerivedAddress } from '@solana/kit';
import type { StrategySeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the account that records the value a vault has in a strategy. */
export function findStrategyInitReceiptPda(
  seeds: StrategySeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('strategy_init_receipt', [seeds.vault, seeds.strategy], config);
}
