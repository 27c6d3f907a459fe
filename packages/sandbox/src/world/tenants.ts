import { cluster } from './cluster/index.ts';
import { leveragedVault } from './leveraged-vault/index.ts';
import { routerPrograms } from './router-programs/index.ts';
import { stakePool } from './stake-pool/index.ts';
import type { Tenant } from './tenant.ts';
import { usdcVault } from './usdc-vault/index.ts';

/** All that lives on the ledger, each after those it needs. */
export const TENANTS: readonly Tenant[] = [cluster, stakePool, routerPrograms, usdcVault, leveragedVault];
