import type { Deployment } from '@staking-agent/chain/deployment';
import type { Strategy } from '../strategy.ts';
import { catalog, onchain } from './catalog.ts';
import { leveragedApy, leveragedExchangeRate } from './figures.ts';
import { createQuote } from './quote-instant.ts';
import { createStake } from './stake.ts';
import { createUnstakeInstant } from './unstake-instant.ts';

/** SOL into a leveraged raSOL vault and back; announced only where the deployment does not name the vault. */
export function createSolLeveragedStake(deployment: Deployment): Strategy<'sol-leveraged-stake'> {
  const { leveraged } = deployment;
  const announced: Strategy<'sol-leveraged-stake'> = {
    key: 'sol-leveraged-stake',
    catalog,
    describe: (live) => ({
      strategy: {
        key: 'sol-leveraged-stake',
        ...catalog,
        status: 'live',
        live,
        onchain: onchain(deployment),
      },
    }),
  };
  if (leveraged === undefined) return announced;
  return {
    ...announced,
    actions: {
      apy: leveragedApy,
      exchangeRate: leveragedExchangeRate,
      stake: createStake(deployment, leveraged),
      unstake: { instant: createUnstakeInstant(deployment, leveraged) },
      quote: createQuote(deployment, leveraged),
    },
  };
}
