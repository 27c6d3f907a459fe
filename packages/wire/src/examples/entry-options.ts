import type { entryOptions } from '../operations/entry-options.ts';
import type { ExamplesOf } from './example.ts';

/** Exchanges of `POST /entry-options`, recorded from a service on a sandbox. */
export const entryOptionsExamples: ExamplesOf<typeof entryOptions> = {
  ok: [
    {
      summary: 'Where 10 SOL can go',
      body: { wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL', asset: 'SOL', amount: '10' },
      answer: {
        wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
        asOf: { slot: '449712049', epoch: '1041', time: '2026-11-23T07:33:07.000Z' },
        asset: 'SOL',
        amount: '10',
        options: [
          {
            strategy: 'sol-native-stake',
            apyPercent: 6.23559328022147,
            risks: [
              { code: 'VALIDATOR', detail: 'A validator that does not vote earns nothing.' },
              {
                code: 'COOLDOWN',
                detail: 'Active stake leaves at the end of an epoch, or at once at the price of the market.',
              },
            ],
            isAvailable: true,
            problem: null,
            receive: {
              expected: { asset: 'SOL', amount: '10', baseUnits: '10000000000' },
              atLeast: { asset: 'SOL', amount: '10', baseUnits: '10000000000' },
            },
            costs: [
              {
                kind: 'network-fee',
                asset: 'SOL',
                amount: '0.00001',
                baseUnits: '10000',
                isRefundable: false,
              },
              {
                kind: 'priority-fee',
                asset: 'SOL',
                amount: '0.000000866',
                baseUnits: '866',
                isRefundable: false,
              },
              {
                kind: 'rent',
                asset: 'SOL',
                amount: '0.00228288',
                baseUnits: '2282880',
                isRefundable: true,
                account: '782uHbxQiBo7j7FZHGt455He8WPFP3dWqp3ZhnCE6aLN',
              },
            ],
            rentLocked: { asset: 'SOL', amount: '0.00228288', baseUnits: '2282880' },
            leaveAtOnce: {
              receive: { asset: 'SOL', amount: '9.999978174', baseUnits: '9999978174' },
              cost: { asset: 'SOL', amount: '0.000021826', baseUnits: '21826' },
            },
            breakEvenDays: '0.1',
            next: [
              {
                description: 'Stakes it.',
                endpoint: '/api/v1/stake',
                method: 'POST',
                body: {
                  strategy: 'sol-native-stake',
                  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
                  amount: '10',
                },
              },
            ],
          },
          {
            strategy: 'sol-liquid-stake',
            apyPercent: 6.20869813191909,
            risks: [
              {
                code: 'PROGRAM',
                detail: 'The stake pool can have a defect, or be changed by whoever may upgrade it.',
              },
              {
                code: 'MARKET_PRICE',
                detail:
                  'At once, raSOL is worth what the market pays, which may be less than the pool holds for it.',
              },
            ],
            isAvailable: true,
            problem: null,
            receive: {
              expected: { asset: 'raSOL', amount: '9.308738017', baseUnits: '9308738017' },
              atLeast: { asset: 'raSOL', amount: '9.299429278', baseUnits: '9299429278' },
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
                amount: '0.000004',
                baseUnits: '4000',
                isRefundable: false,
              },
              {
                kind: 'rent',
                asset: 'SOL',
                amount: '0.00203928',
                baseUnits: '2039280',
                isRefundable: true,
                account: '6WNLTzSTdYsjzBMb2MbaELPW6bo5GC6TCAaqbmWgpWsT',
              },
            ],
            rentLocked: { asset: 'SOL', amount: '0.00203928', baseUnits: '2039280' },
            leaveAtOnce: {
              receive: { asset: 'SOL', amount: '9.98597283', baseUnits: '9985972830' },
              cost: { asset: 'SOL', amount: '0.01402717', baseUnits: '14027170' },
            },
            breakEvenDays: '8.3',
            next: [
              {
                description: 'Stakes it.',
                endpoint: '/api/v1/stake',
                method: 'POST',
                body: {
                  strategy: 'sol-liquid-stake',
                  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
                  amount: '10',
                  minReceive: '9.299429278',
                },
              },
            ],
          },
          {
            strategy: 'sol-leveraged-stake',
            apyPercent: 11.405577980422041,
            risks: [
              {
                code: 'LEVERAGE',
                detail:
                  'The vault borrows SOL against raSOL: where borrowing costs more than stake earns, the position shrinks by a multiple of the difference.',
              },
              {
                code: 'LIQUIDATION',
                detail: 'When raSOL falls far enough against SOL, the lender sells the collateral.',
              },
              {
                code: 'EXIT_LIQUIDITY',
                detail: 'Exits beyond the idle funds need a lender and a market that can serve them.',
              },
              {
                code: 'PROGRAM',
                detail:
                  'The vault, its adaptor, the lender or the stake pool can have a defect, or be changed by whoever may upgrade it.',
              },
            ],
            isAvailable: true,
            problem: null,
            receive: {
              expected: { asset: 'raSOL Max', amount: '7.759966415', baseUnits: '7759966415' },
              atLeast: { asset: 'raSOL Max', amount: '7.713445415', baseUnits: '7713445415' },
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
                amount: '0.000004035',
                baseUnits: '4035',
                isRefundable: false,
              },
              {
                kind: 'rent',
                asset: 'SOL',
                amount: '0.00203928',
                baseUnits: '2039280',
                isRefundable: true,
                account: '6WNLTzSTdYsjzBMb2MbaELPW6bo5GC6TCAaqbmWgpWsT',
              },
              {
                kind: 'rent',
                asset: 'SOL',
                amount: '0.00203928',
                baseUnits: '2039280',
                isRefundable: true,
                account: 'BiwVsuwnSfvkvwikDdtfRqc4V3KmBKi8SKRWFb8v5JXS',
              },
            ],
            rentLocked: { asset: 'SOL', amount: '0.00407856', baseUnits: '4078560' },
            leaveAtOnce: {
              receive: { asset: 'SOL', amount: '9.980955714', baseUnits: '9980955714' },
              cost: { asset: 'SOL', amount: '0.019044286', baseUnits: '19044286' },
            },
            breakEvenDays: '6.1',
            next: [
              {
                description: 'Stakes it.',
                endpoint: '/api/v1/stake',
                method: 'POST',
                body: {
                  strategy: 'sol-leveraged-stake',
                  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
                  amount: '10',
                },
              },
            ],
          },
        ],
      },
    },
  ],
};
