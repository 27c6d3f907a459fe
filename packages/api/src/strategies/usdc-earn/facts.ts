import type { Deployment } from '@staking-agent/chain/deployment';
import { NOBODY } from '../../builds/range.ts';
import { toQuantity } from '../../runtime/to-quantity.ts';
import { listVaultFees } from '../list-vault-fees.ts';
import type { FactsSource } from '../strategy-facts.ts';
import { findVaultAccounts, findWalletAccounts } from '../vaults/vault-accounts.ts';
import { decodeVaultReading, vaultAddresses } from '../vaults/vault-reading.ts';
import { getUsdcVault } from './usdc-vault.ts';

/** The windows of the provider, in words. */
const WINDOWS = {
  oneDay: 'The last day.',
  sevenDays: 'The last seven days.',
  thirtyDays: 'The last thirty days.',
  allTime: 'All the time since the vault was opened.',
} as const;

/** Tells the facts of the USDC vault; what lenders return at once is the provider's to say. */
export function createFacts(deployment: Deployment): FactsSource {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return {
    apy: {
      basis: 'After the fees of the vault.',
      method: "Growth of the vault's share price, compounded to a year.",
      window: ({ usdcWindow }) => WINDOWS[usdcWindow],
      source: 'The API of the vault provider.',
    },
    programs: ['the vault program', 'usdcStrategies'],
    async locate() {
      const vault = await shared;
      const accounts = { ...vault, ...(await findWalletAccounts(NOBODY, vault)) };
      return {
        addresses: vaultAddresses(accounts),
        describe: (read) => {
          const { state, idle } = decodeVaultReading(read, accounts, 'usdc-earn');
          return {
            idle: toQuantity('USDC', idle),
            knowsInstant: false,
            fees: listVaultFees(state, vault.vault, 'raUSDC'),
            leverage: null,
          };
        },
      };
    },
  };
}
