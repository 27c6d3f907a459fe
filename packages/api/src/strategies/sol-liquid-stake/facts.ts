import type { Deployment } from '@staking-agent/chain/deployment';
import { decodePool } from '../../builds/decode-pool.ts';
import { listPoolFees } from '../list-pool-fees.ts';
import type { FactsSource } from '../strategy-facts.ts';

/** Tells the facts of raSOL; what a market pays for it at once is the router's to say. */
export function createFacts(deployment: Deployment): FactsSource {
  const { address } = deployment.stakePool;
  return {
    apy: {
      basis: 'After the commissions of the validators and the fee of the pool on rewards.',
      method: "Growth of raSOL's redemption rate, compounded over the epochs of a year.",
      window: 'The newest epoch that has ended.',
      source: 'The router of this deployment.',
    },
    programs: ['stakePool', 'routerPrograms'],
    locate: async () => ({
      addresses: [address],
      describe: (read) => ({
        idle: null,
        knowsInstant: false,
        fees: listPoolFees(decodePool(read, deployment), address, [
          'epochFee',
          'solDepositFee',
          'stakeDepositFee',
          'solWithdrawalFee',
          'stakeWithdrawalFee',
        ]),
        leverage: null,
      }),
    }),
  };
}
