import type { Deployment } from '@staking-agent/chain/deployment';
import type { Catalog, DetailOf } from '../strategy.ts';

/** Words and addresses of liquid staking. */
export const catalog: Catalog<'sol-liquid-stake'> = {
  asset: 'SOL',
  title: 'Liquid',
  blurb: 'Turn SOL into raSOL, a token that gains value with every epoch.',
  intro:
    'The router turns your SOL into raSOL, the receipt of a stake pool. The number of raSOL you hold stays the same while the SOL each one redeems for grows with staking rewards. You can hold it, move it or use it elsewhere in the meantime.',
  steps: [
    { ord: '1', lead: 'Stake', tail: 'One transaction swaps SOL for raSOL at the best route.' },
    { ord: '2', lead: 'Hold', tail: 'raSOL gains value against SOL every epoch; use it freely.' },
    {
      ord: '3',
      lead: 'Leave',
      tail: 'Swap back at once, or redeem into a stake account without price impact.',
    },
  ],
  trust: ['Tokens stay in your wallet', 'Value accrues in the token', 'Two ways out'],
  actions: {
    stake: {
      kinds: ['mint'],
      notes: 'Broadcast with route=router and hand back routerKind and router_order unchanged.',
    },
    unstake: {
      kinds: ['instant', 'slow'],
      notes:
        'instant swaps raSOL to SOL at once at the market price. slow redeems raSOL for a native stake account of yours, which then deactivates and is withdrawn like any other.',
    },
  },
};

/** The addresses of one deployment. */
export function onchain({ solMint, rasolMint }: Deployment): DetailOf<'sol-liquid-stake'>['onchain'] {
  return {
    assetMint: solMint,
    receiptMint: rasolMint,
    receiptSymbol: 'raSOL',
  };
}
