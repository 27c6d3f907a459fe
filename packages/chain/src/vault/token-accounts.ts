import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '../token/index.ts';
import { findRequestWithdrawVaultReceiptPda } from './pdas/request-withdraw-vault-receipt.ts';
import type { StrategySeeds, UserSeeds, VaultSeeds } from './pdas/seeds.ts';
import { findVaultAssetIdleAuthPda } from './pdas/vault-asset-idle-auth.ts';
import { findVaultLpMintPda } from './pdas/vault-lp-mint.ts';
import type { VaultProgramConfig } from './pdas/vault-pda.ts';
import { findVaultStrategyAuthPda } from './pdas/vault-strategy-auth.ts';

/** The asset of a vault: its mint and the program that owns the mint, the classic Token program unless given. */
export type VaultAssetMint = {
  readonly assetMint: Address;
  readonly assetTokenProgram?: Address;
};

/** Finds the token account of a vault's idle funds: what withdrawals are paid from, and deposits go to. */
export async function findVaultIdleTokenAccount(
  input: VaultSeeds & VaultAssetMint,
  config: VaultProgramConfig = {},
): Promise<Address> {
  const [owner] = await findVaultAssetIdleAuthPda(input, config);
  return findAssetTokenAccount(owner, input);
}

/** Finds the token account through which a strategy pays. */
export async function findVaultStrategyTokenAccount(
  input: StrategySeeds & VaultAssetMint,
  config: VaultProgramConfig = {},
): Promise<Address> {
  const [owner] = await findVaultStrategyAuthPda(input, config);
  return findAssetTokenAccount(owner, input);
}

/** Finds a user's token account for the asset of a vault. */
export function findUserAssetTokenAccount(
  input: { readonly user: Address } & VaultAssetMint,
): Promise<Address> {
  return findAssetTokenAccount(input.user, input);
}

/** Finds a user's token account for the LP of a vault; LP are always of the classic Token program. */
export async function findUserLpTokenAccount(
  input: UserSeeds,
  config: VaultProgramConfig = {},
): Promise<Address> {
  const [mint] = await findVaultLpMintPda(input, config);
  return findAssociatedTokenAddress(input.user, mint);
}

/** Finds the token account that holds the LP of a user's pending withdrawal request. */
export async function findEscrowLpTokenAccount(
  input: UserSeeds,
  config: VaultProgramConfig = {},
): Promise<Address> {
  const [owner] = await findRequestWithdrawVaultReceiptPda(input, config);
  const [mint] = await findVaultLpMintPda(input, config);
  return findAssociatedTokenAddress(owner, mint);
}

function findAssetTokenAccount(owner: Address, asset: VaultAssetMint): Promise<Address> {
  return findAssociatedTokenAddress(owner, asset.assetMint, asset.assetTokenProgram);
}
