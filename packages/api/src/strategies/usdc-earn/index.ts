import type { Deployment } from '@staking-agent/chain/deployment';
import type { Strategy } from '../strategy.ts';
import { contendedAccounts, findVaultAccounts } from '../vault.ts';
import { createStake, createUnstakeInstant } from './builds.ts';
import { findStrategyPlaces, getUsdcVault } from './checks.ts';
import {
  captureUsdc,
  catalog,
  createFacts,
  createFindRange,
  createUsdcApy,
  createUsdcExchangeRate,
  onchain,
  risks,
} from './facts.ts';
import { createFindHolding, describeUndo, exits, leaveAtOnce } from './position.ts';

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
