import type { exitOptions } from '../operations/exit-options.ts';
import type { ExamplesOf } from './example.ts';

/** Exchanges of `POST /exit-options`, recorded from a service on a sandbox. */
export const exitOptionsExamples: ExamplesOf<typeof exitOptions> = {
  ok: [
    {
      summary: 'The ways out of an active stake account',
      body: {
        strategy: 'sol-native-stake',
        wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
        stakeAccount: '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ',
      },
      answer: {
        strategy: 'sol-native-stake',
        wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
        asOf: { slot: '449712047', epoch: '1041', time: '2026-11-23T07:33:07.000Z' },
        of: { asset: 'SOL', amount: '2.00228288', baseUnits: '2002282880' },
        options: [
          {
            path: 'deactivate',
            isAvailable: true,
            problem: null,
            via: 'stake program',
            transactions: 2,
            receive: {
              expected: { asset: 'SOL', amount: '2.00223272', baseUnits: '2002232720' },
              atLeast: { asset: 'SOL', amount: '2.00223272', baseUnits: '2002232720' },
            },
            costs: [
              {
                kind: 'network-fee',
                asset: 'SOL',
                amount: '0.000005',
                baseUnits: '5000',
                isRefundable: false,
              },
              {
                kind: 'priority-fee',
                asset: 'SOL',
                amount: '0.00002008',
                baseUnits: '20080',
                isRefundable: false,
              },
              {
                kind: 'network-fee',
                asset: 'SOL',
                amount: '0.000005',
                baseUnits: '5000',
                isRefundable: false,
              },
              {
                kind: 'priority-fee',
                asset: 'SOL',
                amount: '0.00002008',
                baseUnits: '20080',
                isRefundable: false,
              },
            ],
            rewards: { asset: 'SOL', amount: '0.000342293', baseUnits: '342293' },
            availableAt: {
              epoch: '1042',
              earliest: '2026-11-23T05:11:13.472Z',
              latest: '2026-11-23T09:59:42.680Z',
            },
            costOfHaste: null,
            next: [
              {
                description: 'Begins the cooldown of the whole account.',
                endpoint: '/api/v1/unstake',
                method: 'POST',
                body: {
                  strategy: 'sol-native-stake',
                  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
                  kind: 'deactivate',
                  stakeAccount: '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ',
                },
              },
              {
                description: 'Withdraws everything, once it has cooled down.',
                endpoint: '/api/v1/withdraw',
                method: 'POST',
                body: {
                  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
                  stakeAccount: '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ',
                },
                availableAt: {
                  epoch: '1042',
                  earliest: '2026-11-23T05:11:13.472Z',
                  latest: '2026-11-23T09:59:42.680Z',
                },
              },
            ],
          },
          {
            path: 'instant',
            isAvailable: true,
            problem: null,
            via: 'router depositStake',
            transactions: 1,
            receive: {
              expected: { asset: 'SOL', amount: '2.001663209', baseUnits: '2001663209' },
              atLeast: { asset: 'SOL', amount: '1.940261178', baseUnits: '1940261178' },
            },
            costs: [
              {
                kind: 'network-fee',
                asset: 'SOL',
                amount: '0.000005',
                baseUnits: '5000',
                isRefundable: false,
              },
              {
                kind: 'priority-fee',
                asset: 'SOL',
                amount: '0.000006',
                baseUnits: '6000',
                isRefundable: false,
              },
            ],
            rewards: null,
            availableAt: null,
            costOfHaste: {
              asset: 'SOL',
              amount: '0.000911804',
              baseUnits: '911804',
              perYearPercent: '16.60',
            },
            next: [
              {
                description: 'Sells the whole account for SOL, at once.',
                endpoint: '/api/v1/unstake',
                method: 'POST',
                body: {
                  strategy: 'sol-native-stake',
                  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
                  kind: 'instant',
                  stakeAccount: '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ',
                  minReceive: '1.940272178',
                },
              },
            ],
          },
        ],
        fastest: 'instant',
        cheapest: 'deactivate',
      },
    },
  ],
};
