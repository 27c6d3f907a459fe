import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { VaultKeys } from '@staking-agent/chain/intent';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import {
  findProtocolPda,
  findVaultAssetIdleAuthPda,
  findVaultIdleTokenAccount,
  findVaultLpMintAuthPda,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';

/** The accounts of a vault that all wallets share. */
export type VaultAccounts = {
  readonly vault: Address;
  readonly protocol: Address;
  readonly assetMint: Address;
  readonly lpMint: Address;
  readonly lpMintAuthority: Address;
  readonly idle: Address;
  readonly idleAuthority: Address;
};

/** The accounts of one wallet in it. */
export type WalletAccounts = { readonly userAsset: Address; readonly userLp: Address };

/** Derives what all wallets share of the USDC vault. */
export async function findVaultAccounts({
  usdcVault,
  usdcMint,
  rausdcMint,
}: Deployment): Promise<VaultAccounts> {
  const seeds = { vault: usdcVault };
  const [[protocol], [lpMintAuthority], [idleAuthority], idle] = await Promise.all([
    findProtocolPda(),
    findVaultLpMintAuthPda(seeds),
    findVaultAssetIdleAuthPda(seeds),
    findVaultIdleTokenAccount({ ...seeds, assetMint: usdcMint }),
  ]);
  return {
    vault: usdcVault,
    protocol,
    assetMint: usdcMint,
    lpMint: rausdcMint,
    lpMintAuthority,
    idle,
    idleAuthority,
  };
}

/** Derives a wallet's own accounts. */
export async function findWalletAccounts(
  wallet: Address,
  { assetMint, lpMint }: VaultAccounts,
): Promise<WalletAccounts> {
  const [userAsset, userLp] = await Promise.all([
    findAssociatedTokenAddress(wallet, assetMint),
    findAssociatedTokenAddress(wallet, lpMint),
  ]);
  return { userAsset, userLp };
}

/** The same accounts as keys, for the intent. */
export function vaultKeysOf(accounts: VaultAccounts & WalletAccounts): VaultKeys {
  const key = (account: Address) => base58.decode(account);
  return {
    program: key(VOLTR_VAULT_PROGRAM_ADDRESS),
    protocol: key(accounts.protocol),
    vault: key(accounts.vault),
    assetMint: key(accounts.assetMint),
    lpMint: key(accounts.lpMint),
    lpMintAuthority: key(accounts.lpMintAuthority),
    idle: key(accounts.idle),
    idleAuthority: key(accounts.idleAuthority),
    userAsset: key(accounts.userAsset),
    userLp: key(accounts.userLp),
  };
}
