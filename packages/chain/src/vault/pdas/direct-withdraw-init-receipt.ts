import type { ProgramDerivedAddress } from '@solana/kit';
import type { StrategySeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the account that permits users to withdraw from a strategy directly and states how to call the adaptor. */
export function findDirectWithdrawInitReceiptPda(
  seeds: StrategySeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('direct_withdraw_init_receipt', [seeds.vault, seeds.strategy], config);
}
