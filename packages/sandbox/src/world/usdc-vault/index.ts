import { lendingAdaptorModel } from '../../programs/lending-adaptor/index.ts';
import { vaultModel } from '../../programs/vault/index.ts';
import { seedProtocol } from '../seeded-vault.ts';
import type { Tenant } from '../tenant.ts';
import { describeUsdcVault } from './describe.ts';
import { manageVault } from './keeper.ts';
import { seedUsdcVault } from './seed.ts';

/** The vault program with its protocol, and the USDC vault, which lends to a market. */
export const usdcVault: Tenant = {
  programs: [vaultModel, lendingAdaptorModel],
  seed(bank, { vault }) {
    seedProtocol(bank);
    seedUsdcVault(bank, vault);
  },
  onEpoch: ({ bank, vault }) => manageVault(bank, vault),
  describe: (ledger) => ({ vault: describeUsdcVault(ledger) }),
};
