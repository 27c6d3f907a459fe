import type { Deployment } from '@staking-agent/chain/deployment';
import type { DepositAssets } from '../vaults/plan-deposit.ts';
import type { VaultAccounts } from '../vaults/vault-accounts.ts';

/** Names the USDC vault of a deployment. */
export function getUsdcVault({
  usdcVault,
  usdcMint,
  rausdcMint,
}: Deployment): Pick<VaultAccounts, 'vault' | 'assetMint' | 'lpMint'> {
  return { vault: usdcVault, assetMint: usdcMint, lpMint: rausdcMint };
}

/** What a stake deposits, and for what. */
export const USDC_DEPOSIT: DepositAssets = { asset: 'USDC', receipt: 'raUSDC' };
