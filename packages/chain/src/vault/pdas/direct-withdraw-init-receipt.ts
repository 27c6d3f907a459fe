import type { ProgramDerivedAddress } from '@solana/kit';
import type { StrategySeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the account that lets users withdraw from a strategy themselves, and says how the adaptor is called. */
export function findDirectWithdrawInitReceiptPda(
  seeds: StrategySeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('direct_withdraw_init_receipt', [seeds.vault, seeds.strategy], config);
}
