import type { Address } from '@solana/kit';
import {
  type Deployment,
  type FlashDeployment,
  type FlashPart,
  hasFlashParts,
  type LeveragedDeployment,
  listLackingParts,
} from '@staking-agent/chain/deployment';
import {
  findBankVaultAuthorityPda,
  findBankVaultPda,
  findLendingAccountPda,
} from '@staking-agent/chain/lending';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import { findStrategyAccounts, type StrategyAccounts } from '../vaults/strategy-accounts.ts';
import {
  findVaultAccounts,
  findWalletAccounts,
  type VaultAccounts,
  type WalletAccounts,
} from '../vaults/vault-accounts.ts';

/** What exits go through. */
export type ExitPlace = {
  readonly vault: VaultAccounts;
  readonly stakePool: Deployment['stakePool'];
  /** What those beyond the idle funds go through; undefined where the deployment lacks a part of it. */
  readonly flash: FlashPlace | undefined;
  readonly lacks: readonly FlashPart[];
};

/** What exits through a flash loan go through. */
export type FlashPlace = { readonly leveraged: FlashDeployment; readonly shared: SharedAccounts };

/** The same with the accounts of one wallet. */
export type FlashAccounts = FlashPlace & { readonly own: UserAccounts };

/** What all wallets share in an exit through a flash loan. */
export type SharedAccounts = StrategyAccounts & {
  readonly vault: VaultAccounts;
  readonly solMint: Address;
  readonly liquidityVault: Address;
  readonly liquidityVaultAuthority: Address;
};

/** What one wallet has in it. */
export type UserAccounts = WalletAccounts & {
  readonly userSol: Address;
  readonly lendingAccount: Address;
};

/** Derives what all wallets share of the vault. */
export function findLeveragedVault(
  { rasolMint, rasolMaxMint }: Deployment,
  { vault }: Pick<LeveragedDeployment, 'vault'>,
): Promise<VaultAccounts> {
  return findVaultAccounts({ vault, assetMint: rasolMint, lpMint: rasolMaxMint });
}

/** Derives what all wallets share in exits. */
export async function findExitPlace(
  deployment: Deployment,
  leveraged: LeveragedDeployment,
): Promise<ExitPlace> {
  const vault = await findLeveragedVault(deployment, leveraged);
  const { stakePool, solMint } = deployment;
  const flash = hasFlashParts(leveraged)
    ? { leveraged, shared: await findSharedAccounts(vault, solMint, leveraged) }
    : undefined;
  return { vault, stakePool, flash, lacks: listLackingParts(leveraged) };
}

async function findSharedAccounts(
  vault: VaultAccounts,
  solMint: Address,
  { adaptor, lending }: FlashDeployment,
): Promise<SharedAccounts> {
  const bank = { bank: lending.bank };
  const lender = { programAddress: lending.program };
  return {
    solMint,
    vault,
    liquidityVault: (await findBankVaultPda(bank, lender))[0],
    liquidityVaultAuthority: (await findBankVaultAuthorityPda(bank, lender))[0],
    ...(await findStrategyAccounts(vault, adaptor)),
  };
}

/** Derives a wallet's own accounts. */
export async function findUserAccounts(
  wallet: Address,
  { shared: { vault, solMint }, leveraged: { lending } }: FlashPlace,
): Promise<UserAccounts> {
  const { group, accountIndex, thirdPartyId } = lending;
  const [own, userSol, [lendingAccount]] = await Promise.all([
    findWalletAccounts(wallet, vault),
    findAssociatedTokenAddress(wallet, solMint),
    findLendingAccountPda(
      { group, authority: wallet, accountIndex, thirdPartyId },
      { programAddress: lending.program },
    ),
  ]);
  return { ...own, userSol, lendingAccount };
}
