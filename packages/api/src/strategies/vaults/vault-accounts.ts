import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import {
  findProtocolPda,
  findVaultAssetIdleAuthPda,
  findVaultIdleTokenAccount,
  findVaultLpMintAuthPda,
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

/** Derives what all wallets share of a vault. */
export async function findVaultAccounts(
  named: Pick<VaultAccounts, 'vault' | 'assetMint' | 'lpMint'>,
): Promise<VaultAccounts> {
  const { vault, assetMint } = named;
  const [[protocol], [lpMintAuthority], [idleAuthority], idle] = await Promise.all([
    findProtocolPda(),
    findVaultLpMintAuthPda({ vault }),
    findVaultAssetIdleAuthPda({ vault }),
    findVaultIdleTokenAccount({ vault, assetMint }),
  ]);
  return { ...named, protocol, lpMintAuthority, idle, idleAuthority };
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
