import type { Deployment } from '@staking-agent/chain/deployment';
import type { VaultAccounts } from '../vaults/vault-accounts.ts';

/** Names the USDC vault of a deployment. */
export function getUsdcVault({
  usdcVault,
  usdcMint,
  rausdcMint,
}: Deployment): Pick<VaultAccounts, 'vault' | 'assetMint' | 'lpMint'> {
  return { vault: usdcVault, assetMint: usdcMint, lpMint: rausdcMint };
}
