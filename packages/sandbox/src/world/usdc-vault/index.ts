import { lendingAdaptorModel } from '../../programs/lending-adaptor/index.ts';
import { vaultModel } from '../../programs/vault/index.ts';
import { seedProtocol } from '../seeded-vault.ts';
import type { Tenant } from '../tenant.ts';
import { describeVaultWorld } from './describe.ts';
import { manageVault } from './keeper.ts';
import { seedVaultWorld } from './seed.ts';

/** The vault program with its protocol, and the USDC vault, which lends to a market. */
export const usdcVault: Tenant = {
  programs: [vaultModel, lendingAdaptorModel],
  seed(bank, { vault }) {
    seedProtocol(bank);
    seedVaultWorld(bank, vault);
  },
  onEpoch: ({ bank, vault }) => manageVault(bank, vault),
  describe: (ledger) => ({ vault: describeVaultWorld(ledger) }),
};
