import { type Deployment, type LeveragedDeployment, listLackingParts } from '@staking-agent/chain/deployment';
import type { Catalog, DetailOf } from '../strategy.ts';

/** Words and addresses of leveraged staking. */
export const catalog: Catalog<'sol-leveraged-stake'> = {
  asset: 'SOL',
  title: 'Leveraged raSOL Max',
  blurb: 'An auto-managed vault that holds raSOL with leverage for a higher staking yield.',
  intro:
    'Your SOL becomes raSOL and goes into a vault that borrows SOL against raSOL to hold more of it. The vault earns the staking yield on the larger position and pays interest on the loan, and keeps its leverage within bounds by itself. Your share is the raSOL Max LP; the yield can fall below zero while borrowing costs more than staking earns.',
  steps: [
    { ord: '1', lead: 'Deposit', tail: 'One transaction turns SOL into raSOL and raSOL into raSOL Max LP.' },
    { ord: '2', lead: 'Earn', tail: 'The LP gains raSOL while the vault manages leverage for you.' },
    { ord: '3', lead: 'Leave', tail: 'Burn the LP for raSOL at once, and swap that to SOL if you like.' },
  ],
  trust: ['LP stays in your wallet', 'All or nothing in one transaction', 'Leverage bounded by the vault'],
  actions: {
    stake: {
      kinds: ['deposit'],
      notes:
        'amount is SOL. After confirmation read the LP balance from the ledger; it is the amount to unstake.',
    },
    unstake: {
      kinds: ['instant'],
      notes:
        'amount is raSOL Max LP. The payout is raSOL; with outputAsset=SOL the answer names the second call that swaps it, to be made with the raSOL really received.',
    },
  },
};

/** Describes what a deployment supports, and which parts it lacks for larger exits. */
export function describeActions(leveraged: LeveragedDeployment | undefined): typeof catalog.actions {
  const lacks = leveraged === undefined ? [] : listLackingParts(leveraged);
  if (lacks.length === 0) return catalog.actions;
  const { stake, unstake } = catalog.actions;
  const names = lacks.map((part) => `leveraged.${part}`).join(', ');
  const limit = `At present the vault pays out of its idle raSOL only: larger exits need ${names}, which the deployment does not have.`;
  return { stake, unstake: { ...unstake, notes: `${unstake.notes} ${limit}` } };
}

/** The addresses of one deployment. */
export function onchain({
  solMint,
  rasolMint,
  rasolMaxMint,
}: Deployment): DetailOf<'sol-leveraged-stake'>['onchain'] {
  return {
    assetMint: solMint,
    depositMint: rasolMint,
    receiptMint: rasolMaxMint,
    receiptSymbol: 'raSOL Max',
  };
}
