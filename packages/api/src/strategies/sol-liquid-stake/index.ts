import type { Deployment } from '@staking-agent/chain/deployment';
import type { Strategy } from '../strategy.ts';
import { createLiquidApy } from './apy.ts';
import { captureLiquid } from './capture.ts';
import { catalog, onchain } from './catalog.ts';
import { describeUndo } from './describe-undo.ts';
import { createLiquidExchangeRate } from './exchange-rate.ts';
import { exits } from './exits.ts';
import { createFacts } from './facts.ts';
import { createFindHolding } from './holding.ts';
import { leaveAtOnce } from './leave-at-once.ts';
import { createQuote } from './quote-instant.ts';
import { createFindRange } from './range.ts';
import { risks } from './risks.ts';
import { createStake } from './stake.ts';
import { createUnstakeInstant } from './unstake-instant.ts';
import { createUnstakeSlow } from './unstake-slow.ts';

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
