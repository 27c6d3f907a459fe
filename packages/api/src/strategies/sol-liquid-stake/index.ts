import type { Deployment } from '@staking-agent/chain/deployment';
import type { Strategy } from '../strategy.ts';
import { createQuote, createStake, createUnstakeInstant, createUnstakeSlow } from './builds.ts';
import {
  captureLiquid,
  catalog,
  createFacts,
  createFindRange,
  createLiquidApy,
  createLiquidExchangeRate,
  onchain,
  risks,
} from './facts.ts';
import { createFindHolding, describeUndo, exits, leaveAtOnce } from './position.ts';

/** SOL for raSOL and back, through the swap router. */
export function createSolLiquidStake(deployment: Deployment): Strategy<'sol-liquid-stake'> {
  const findRange = createFindRange(deployment);
  return {
    key: 'sol-liquid-stake',
    catalog,
    risks,
    needs: ['ledger', 'router'],
    describe: (live) => ({
      strategy: { key: 'sol-liquid-stake', ...catalog, status: 'live', live, onchain: onchain(deployment) },
    }),
    actions: {
      apy: createLiquidApy(deployment.rasolMint),
      exchangeRate: createLiquidExchangeRate(deployment),
      capture: captureLiquid(deployment),
      findHolding: createFindHolding(deployment),
      facts: createFacts(deployment),
      findRange,
      describeUndo,
      receipt: 'raSOL',
      leaveAtOnce,
      exits,
      stake: createStake(deployment, findRange),
      unstake: {
        instant: createUnstakeInstant(deployment, findRange),
        slow: createUnstakeSlow(deployment, findRange),
      },
      quote: createQuote(deployment),
    },
  };
}
