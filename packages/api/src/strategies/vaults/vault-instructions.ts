import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/token';
import { getDepositVaultInstruction, getInstantWithdrawVaultInstruction } from '@staking-agent/chain/vault';
import type { VaultAccounts, WalletAccounts } from './vault-accounts.ts';

/** Builds a deposit of asset base units. */
export function depositInto(
  accounts: VaultAccounts & WalletAccounts,
  wallet: Address,
  amount: bigint,
): Instruction {
  return getDepositVaultInstruction({
    ...sharedAccounts(accounts, wallet),
    vaultLpMintAuth: accounts.lpMintAuthority,
    amount,
  });
}

/** Builds a withdrawal from the idle funds: asset or LP base units, as `isAmountInLp` says, or everything. */
export function withdrawFromIdle(
  accounts: VaultAccounts & WalletAccounts,
  wallet: Address,
  terms: { readonly amount: bigint; readonly isAmountInLp: boolean; readonly isWithdrawAll: boolean },
): Instruction {
  return getInstantWithdrawVaultInstruction({ ...sharedAccounts(accounts, wallet), ...terms });
}

function sharedAccounts(accounts: VaultAccounts & WalletAccounts, wallet: Address) {
  return {
    userTransferAuthority: createNoopSigner(wallet),
    protocol: accounts.protocol,
    vault: accounts.vault,
    vaultAssetMint: accounts.assetMint,
    vaultLpMint: accounts.lpMint,
    userAssetAta: accounts.userAsset,
    userLpAta: accounts.userLp,
    vaultAssetIdleAta: accounts.idle,
    vaultAssetIdleAuth: accounts.idleAuthority,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}
