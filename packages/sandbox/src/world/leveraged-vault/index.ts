import { lendingModel } from '../../programs/lending/index.ts';
import { leverageAdaptorModel } from '../../programs/leverage-adaptor/index.ts';
import type { Tenant } from '../tenant.ts';
import { describeLeveragedVault } from './describe.ts';
import { accrueDebt, manageLeverage } from './keeper.ts';
import { seedLeveragedVault } from './seed.ts';

/** The lender of SOL and the vault that holds raSOL with leverage; nothing where the deployment has none. */
export const leveragedVault: Tenant = {
  programs: [lendingModel, leverageAdaptorModel],
  seed(bank, { leveraged, pool }) {
    if (leveraged !== undefined) seedLeveragedVault(bank, leveraged, pool);
  },
  onEpoch({ bank, leveraged }) {
    if (leveraged === undefined) return;
    accrueDebt(bank, leveraged);
    manageLeverage(bank, leveraged);
  },
  describe: (ledger) => ({ leveraged: describeLeveragedVault(ledger) }),
};
