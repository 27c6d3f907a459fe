import type { Deployment } from '@staking-agent/chain/deployment';
import type { Strategy } from '../strategy.ts';
import { contendedAccounts } from '../vaults/contended-accounts.ts';
import { findVaultAccounts } from '../vaults/vault-accounts.ts';
import { createUsdcApy } from './apy.ts';
import { captureUsdc } from './capture.ts';
import { catalog, onchain } from './catalog.ts';
import { describeUndo } from './describe-undo.ts';
import { createUsdcExchangeRate } from './exchange-rate.ts';
import { exits } from './exits.ts';
import { createFacts } from './facts.ts';
import { createFindHolding } from './holding.ts';
import { leaveAtOnce } from './leave-at-once.ts';
import { createFindRange } from './range.ts';
import { risks } from './risks.ts';
import { createStake } from './stake.ts';
import { createUnstakeInstant } from './unstake-instant.ts';
import { findStrategyPlaces } from './usdc-strategies.ts';
import { getUsdcVault } from './usdc-vault.ts';

/** USDC into a vault and back. */
export function createUsdcEarn(deployment: Deployment): Strategy<'usdc-earn'> {
  const findRange = createFindRange(deployment);
  return {
    key: 'usdc-earn',
    catalog,
    risks,
    needs: ['ledger'],
    describe: (live) => ({
      strategy: { key: 'usdc-earn', ...catalog, status: 'live', live, onchain: onchain(deployment) },
    }),
    actions: {
      apy: createUsdcApy(deployment.usdcVault),
      exchangeRate: createUsdcExchangeRate(deployment),
      capture: captureUsdc(deployment),
      findHolding: createFindHolding(deployment),
      facts: createFacts(deployment),
      findRange,
      describeUndo,
      receipt: 'raUSDC',
      leaveAtOnce,
      exits,
      stake: createStake(deployment, findRange),
      unstake: { instant: createUnstakeInstant(deployment) },
      findContended: async () => {
        const vault = await findVaultAccounts(getUsdcVault(deployment));
        return contendedAccounts(vault, await findStrategyPlaces(deployment, vault));
      },
    },
  };
}
