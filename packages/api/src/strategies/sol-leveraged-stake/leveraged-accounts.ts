import type { Address } from '@solana/kit';
import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import {
  findBankVaultAuthorityPda,
  findBankVaultPda,
  findLendingAccountPda,
} from '@staking-agent/chain/lending';
import { findWithdrawAuthorityPda } from '@staking-agent/chain/stake-pool';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import { findStrategyAccounts, type StrategyAccounts } from '../../vaults/strategy-accounts.ts';
import {
  findVaultAccounts,
  findWalletAccounts,
  type VaultAccounts,
  type WalletAccounts,
} from '../../vaults/vault-accounts.ts';

/** What all wallets share of leveraged staking. */
export type SharedAccounts = StrategyAccounts & {
  readonly vault: VaultAccounts;
  readonly solMint: Address;
  readonly withdrawAuthority: Address;
  readonly liquidityVault: Address;
  readonly liquidityVaultAuthority: Address;
};

/** What one wallet has in it. */
export type UserAccounts = WalletAccounts & {
  readonly userSol: Address;
  readonly lendingAccount: Address;
};

/** Derives what all wallets share. */
export async function findSharedAccounts(
  { rasolMint, rasolMaxMint, solMint, stakePool }: Deployment,
  { vault, adaptor, lending }: LeveragedDeployment,
): Promise<SharedAccounts> {
  const pool = { stakePool: stakePool.address };
  const bank = { bank: lending.bank };
  const lender = { programAddress: lending.program };
  return {
    solMint,
    vault: await findVaultAccounts({ vault, assetMint: rasolMint, lpMint: rasolMaxMint }),
    withdrawAuthority: (await findWithdrawAuthorityPda(pool, { programAddress: stakePool.program }))[0],
    liquidityVault: (await findBankVaultPda(bank, lender))[0],
    liquidityVaultAuthority: (await findBankVaultAuthorityPda(bank, lender))[0],
    ...(await findStrategyAccounts({ vault, assetMint: rasolMint }, adaptor)),
  };
}

/** Derives a wallet's own accounts. */
export async function findUserAccounts(
  wallet: Address,
  { vault, solMint }: SharedAccounts,
  { lending }: LeveragedDeployment,
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
