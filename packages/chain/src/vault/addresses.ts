import type { Address, ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { findAssociatedTokenAddress } from '../token.ts';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from './generated/programs/index.ts';

/** What is derived for a vault. */
export type VaultSeeds = {
  readonly vault: Address;
};

/** What is derived for an adaptor of a vault. */
export type AdaptorSeeds = VaultSeeds & {
  readonly adaptorProgram: Address;
};

/** What is derived for a strategy of a vault. */
export type StrategySeeds = VaultSeeds & {
  readonly strategy: Address;
};

/** What is derived for a user of a vault. */
export type UserSeeds = VaultSeeds & {
  readonly user: Address;
};

/** Which deployment of the program is meant; absent means {@link VOLTR_VAULT_PROGRAM_ADDRESS}. */
export type VaultProgramConfig = {
  /** The program that owns the vault account. */
  readonly programAddress?: Address;
};

/** Derives an address of the program from a text seed and keys. */
export async function findVaultProgramPda(
  word: string,
  keys: readonly Address[],
  config: VaultProgramConfig,
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(config.programAddress ?? VOLTR_VAULT_PROGRAM_ADDRESS, [
    word,
    ...keys.map((key) => toAddressBytes(key)),
  ]);
}

/** Finds the program's single account that lists the enabled operations. */
export function findProtocolPda(config: VaultProgramConfig = {}): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('protocol', [], config);
}

/** Finds the account that permits a vault to call an adaptor. */
export function findAdaptorAddReceiptPda(
  seeds: AdaptorSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('adaptor_add_receipt', [seeds.vault, seeds.adaptorProgram], config);
}

/** Finds the account that permits users to withdraw from a strategy directly and states how to call the adaptor. */
export function findDirectWithdrawInitReceiptPda(
  seeds: StrategySeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('direct_withdraw_init_receipt', [seeds.vault, seeds.strategy], config);
}

/** Finds the account of a user's one pending withdrawal request. */
export function findRequestWithdrawVaultReceiptPda(
  seeds: UserSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('request_withdraw_vault_receipt', [seeds.vault, seeds.user], config);
}

/** Finds the account that records the value a vault has in a strategy. */
export function findStrategyInitReceiptPda(
  seeds: StrategySeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('strategy_init_receipt', [seeds.vault, seeds.strategy], config);
}

/** Finds the owner of the token account that holds a vault's idle funds. */
export function findVaultAssetIdleAuthPda(
  seeds: VaultSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_asset_idle_auth', [seeds.vault], config);
}

/** Finds the authority that mints a vault's LP tokens. */
export function findVaultLpMintAuthPda(
  seeds: VaultSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_lp_mint_auth', [seeds.vault], config);
}

/** Finds the mint of a vault's LP tokens. */
export function findVaultLpMintPda(
  seeds: VaultSeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_lp_mint', [seeds.vault], config);
}

/** Finds the authority in whose name a vault acts towards a strategy. */
export function findVaultStrategyAuthPda(
  seeds: StrategySeeds,
  config: VaultProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findVaultProgramPda('vault_strategy_auth', [seeds.vault, seeds.strategy], config);
}

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
