import type { Deployment } from '@staking-agent/chain/deployment';
import { NOBODY } from '../../builds/ranges.ts';
import type { Strategy } from '../strategy.ts';
import { contendedAccounts, findVaultAccounts } from '../vault.ts';
import { createStake, unstake } from './builds.ts';
import { findStrategies, getUsdcVault } from './checks.ts';
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
      stake: createStake(findRange),
      unstake: { instant: unstake },
      findContended: async () => {
        const accounts = await findVaultAccounts(getUsdcVault(deployment), NOBODY);
        return contendedAccounts(accounts, await findStrategies(deployment));
      },
    },
  };
}
