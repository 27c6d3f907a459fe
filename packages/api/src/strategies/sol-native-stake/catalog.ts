import type { Deployment } from '@staking-agent/chain/deployment';
import type { Catalog, DetailOf } from '../strategy.ts';

/** Words and addresses of native staking. */
export const catalog: Catalog<'sol-native-stake'> = {
  asset: 'SOL',
  title: 'Native',
  blurb: "Delegate SOL to the operator's validator; the stake account stays yours.",
  intro:
    "Your SOL goes into a stake account of your own and is delegated to the operator's validator. You are its staker and its withdrawer; nobody else can move it. Rewards arrive in the stake account at every epoch and compound there; block revenue, where the validator shares it, lies there undelegated and leaves with your withdrawal.",
  steps: [
    { ord: '1', lead: 'Delegate', tail: 'One transaction creates your stake account and delegates it.' },
    {
      ord: '2',
      lead: 'Earn',
      tail: 'The stake is active from the next epoch and earns rewards every epoch.',
    },
    { ord: '3', lead: 'Leave', tail: 'Deactivate, wait for the epoch to end, then withdraw everything.' },
  ],
  trust: ['You keep both authorities', 'No token in between', "The ledger's own stake program"],
  actions: {
    stake: {
      kinds: ['delegate'],
      notes:
        'amount is delegated in full; the rent reserve of the stake account comes on top and returns when the account is closed. Store the stakeAccount of the answer.',
    },
    unstake: {
      kinds: ['deactivate', 'instant'],
      notes:
        'deactivate cools the whole account down until the epoch of its broadcast ends, then POST /withdraw empties it. instant hands the active account to the router for SOL at once. Both need stakeAccount.',
    },
  },
};

/** The addresses of one deployment. */
export function onchain({ voteAccount, solMint }: Deployment): DetailOf<'sol-native-stake'>['onchain'] {
  return { validatorVoteAccount: voteAccount, assetMint: solMint };
}
