import type { ProgramDerivedAddress } from '@solana/kit';
import type { UserSeeds } from './seeds.ts';
import { findVaultProgramPda, type VaultProgramConfig } from './vault-pda.ts';

/** Finds the account of a user's one pending withdrawal request. */
export function findRequestWithdrawVaultReceiptPda(
  seeds: UserSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('request_withdraw_vault_receipt', [seeds.vault, seeds.user], config);
}
