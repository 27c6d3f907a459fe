import type { Deployment } from '@staking-agent/chain/deployment';
import { NOBODY } from '../../builds/ranges.ts';
import type { Strategy } from '../strategy.ts';
import { contendedAccounts } from '../vault.ts';
import { createStake, unstakeInstant } from './builds.ts';
import { locateExit } from './checks.ts';
import {
  captureLeveraged,
  catalog,
  createFacts,
  createFindRange,
  describeActions,
  leveragedApy,
  leveragedExchangeRate,
  onchain,
  risks,
} from './facts.ts';
import { createFindHolding, describeUndo, exits, leaveAtOnce, quote } from './position.ts';

/** SOL into a leveraged raSOL vault and back; announced only where the deployment does not name the vault. */
export function createSolLeveragedStake(deployment: Deployment): Strategy<'sol-leveraged-stake'> {
  const { leveraged } = deployment;
  const announced: Strategy<'sol-leveraged-stake'> = {
    key: 'sol-leveraged-stake',
    catalog,
    risks,
    needs: ['ledger'],
    describe: (live) => ({
      strategy: {
        key: 'sol-leveraged-stake',
        ...catalog,
        actions: describeActions(leveraged),
        status: 'live',
        live,
        onchain: onchain(deployment),
      },
    }),
  };
  if (leveraged === undefined) return announced;
  const findRange = createFindRange(deployment);
  return {
    ...announced,
    actions: {
      apy: leveragedApy,
      exchangeRate: leveragedExchangeRate,
      capture: captureLeveraged(deployment, leveraged),
      findHolding: createFindHolding(deployment),
      facts: createFacts(deployment, leveraged),
      findRange,
      describeUndo,
      receipt: 'raSOLMax',
      leaveAtOnce,
      exits,
      stake: createStake(findRange),
      unstake: { instant: unstakeInstant },
      quote,
      // The pool's reserve and fee account are written with the pool only.
      findContended: async () => {
        const { accounts, flash } = await locateExit(NOBODY, deployment);
        const { address: pool } = deployment.stakePool;
        if (flash === undefined) return [pool, ...contendedAccounts(accounts, [])];
        const { lending, liquidityVault, market } = flash;
        const ofMarket = market === undefined ? [] : [market.address, market.rasolVault, market.solVault];
        return [pool, ...contendedAccounts(accounts, [flash]), lending.bank, liquidityVault, ...ofMarket];
      },
    },
  };
}
