import type { getLimits } from '../operations/get-limits.ts';
import type { ExamplesOf } from './example.ts';
import { WALLET } from './example-values.ts';

/** Exchanges of `GET /limits`, recorded from a service on a sandbox. */
export const getLimitsExamples: ExamplesOf<typeof getLimits> = {
  ok: [
    {
      summary: 'A wallet with 10 SOL and 500 USDC',
      query: { wallet: WALLET },
      answer: {
        network: {
          deployment: 'sandbox',
          genesisHash: '6Y5Gz9ocsYr6TnUfmgde6AxnCJHpZvsgoqpj6x2Un3T7',
          isSandbox: true,
        },
        asOf: { slot: '447675517', epoch: '1036', time: '2026-11-22T06:19:58.000Z' },
        nextEpoch: {
          epoch: '1037',
          earliest: '2026-11-22T21:49:54.099Z',
          latest: '2026-11-23T01:16:33.008Z',
        },
        ledger: {
          stakeAccountRent: { asset: 'SOL', amount: '0.00228288', baseUnits: '2282880' },
          tokenAccountRent: { asset: 'SOL', amount: '0.00203928', baseUnits: '2039280' },
          walletRent: { asset: 'SOL', amount: '0.00089088', baseUnits: '890880' },
          minimumDelegation: { asset: 'SOL', amount: '1', baseUnits: '1000000000' },
          signatureFee: { asset: 'SOL', amount: '0.000005', baseUnits: '5000' },
        },
        strategies: [
          {
            key: 'sol-native-stake',
            isOpen: true,
            closedReason: null,
            priorityFeeMicroLamports: '20000',
            stake: {
              asset: 'SOL',
              decimals: 9,
              least: { asset: 'SOL', amount: '1', baseUnits: '1000000000' },
              most: { asset: 'SOL', amount: '9007199.254740991', baseUnits: '9007199254740991' },
              capacityLeft: null,
            },
            unstake: [
              {
                kind: 'deactivate',
                asset: 'SOL',
                takes: 'whole-account',
                least: null,
                most: null,
                wallet: null,
              },
              {
                kind: 'instant',
                asset: 'SOL',
                takes: 'whole-account',
                least: null,
                most: null,
                wallet: null,
              },
            ],
            wallet: {
              holds: { asset: 'SOL', amount: '10', baseUnits: '10000000000' },
              max: { asset: 'SOL', amount: '9.9967652', baseUnits: '9996765200' },
              keptBack: [
                { for: 'rent', asset: 'SOL', amount: '0.00228288', baseUnits: '2282880' },
                { for: 'fees', asset: 'SOL', amount: '0.00001088', baseUnits: '10880' },
                { for: 'later-exit', asset: 'SOL', amount: '0.00005016', baseUnits: '50160' },
                { for: 'wallet-rent', asset: 'SOL', amount: '0.00089088', baseUnits: '890880' },
              ],
              problem: null,
            },
          },
          {
            key: 'sol-liquid-stake',
            isOpen: true,
            closedReason: null,
            priorityFeeMicroLamports: '20000',
            stake: {
              asset: 'SOL',
              decimals: 9,
              least: { asset: 'SOL', amount: '0.000001073', baseUnits: '1073' },
              most: null,
              capacityLeft: null,
            },
            unstake: [
              {
                kind: 'instant',
                asset: 'raSOL',
                takes: 'amount',
                least: { asset: 'raSOL', amount: '0.000001', baseUnits: '1000' },
                most: null,
                wallet: {
                  holds: { asset: 'raSOL', amount: '0', baseUnits: '0' },
                  max: { asset: 'raSOL', amount: '0', baseUnits: '0' },
                  problem: {
                    code: 'INSUFFICIENT_FUNDS',
                    detail:
                      'The wallet holds 0 raSOL; this needs 0.000000001 raSOL. Fund it, or send a smaller amount.',
                  },
                },
              },
              {
                kind: 'slow',
                asset: 'raSOL',
                takes: 'amount',
                least: { asset: 'raSOL', amount: '0.933508349', baseUnits: '933508349' },
                most: null,
                wallet: {
                  holds: { asset: 'raSOL', amount: '0', baseUnits: '0' },
                  max: { asset: 'raSOL', amount: '0', baseUnits: '0' },
                  problem: {
                    code: 'INSUFFICIENT_FUNDS',
                    detail:
                      'The wallet holds 0 raSOL; this needs 0.000000001 raSOL. Fund it, or send a smaller amount.',
                  },
                },
              },
            ],
            wallet: {
              holds: { asset: 'SOL', amount: '10', baseUnits: '10000000000' },
              max: { asset: 'SOL', amount: '9.98475188', baseUnits: '9984751880' },
              keptBack: [
                { for: 'rent', asset: 'SOL', amount: '0.00203928', baseUnits: '2039280' },
                { for: 'fees', asset: 'SOL', amount: '0.005005', baseUnits: '5005000' },
                { for: 'later-exit', asset: 'SOL', amount: '0.00731296', baseUnits: '7312960' },
                { for: 'wallet-rent', asset: 'SOL', amount: '0.00089088', baseUnits: '890880' },
              ],
              problem: null,
            },
          },
          {
            key: 'sol-leveraged-stake',
            isOpen: true,
            closedReason: null,
            priorityFeeMicroLamports: '20000',
            stake: {
              asset: 'SOL',
              decimals: 9,
              least: { asset: 'SOL', amount: '0.000000003', baseUnits: '3' },
              most: { asset: 'SOL', amount: '1050854.000000003', baseUnits: '1050854000000003' },
              capacityLeft: { asset: 'SOL', amount: '1050854.000000003', baseUnits: '1050854000000003' },
            },
            unstake: [
              {
                kind: 'instant',
                asset: 'raSOL Max',
                takes: 'amount',
                least: { asset: 'raSOL Max', amount: '0.000000001', baseUnits: '1' },
                most: { asset: 'raSOL Max', amount: '4445.273399857', baseUnits: '4445273399857' },
                wallet: {
                  holds: { asset: 'raSOL Max', amount: '0', baseUnits: '0' },
                  max: { asset: 'raSOL Max', amount: '0', baseUnits: '0' },
                  problem: {
                    code: 'INSUFFICIENT_FUNDS',
                    detail:
                      'The wallet holds 0 raSOL Max; this needs 0.000000001 raSOL Max. Fund it, or send a smaller amount.',
                  },
                },
              },
            ],
            wallet: {
              holds: { asset: 'SOL', amount: '10', baseUnits: '10000000000' },
              max: { asset: 'SOL', amount: '9.96815044', baseUnits: '9968150440' },
              keptBack: [
                { for: 'rent', asset: 'SOL', amount: '0.00407856', baseUnits: '4078560' },
                { for: 'fees', asset: 'SOL', amount: '0.00000908', baseUnits: '9080' },
                { for: 'later-exit', asset: 'SOL', amount: '0.02687104', baseUnits: '26871040' },
                { for: 'wallet-rent', asset: 'SOL', amount: '0.00089088', baseUnits: '890880' },
              ],
              problem: null,
            },
          },
          {
            key: 'usdc-earn',
            isOpen: true,
            closedReason: null,
            priorityFeeMicroLamports: '20000',
            stake: {
              asset: 'USDC',
              decimals: 6,
              least: { asset: 'USDC', amount: '0.000001', baseUnits: '1' },
              most: { asset: 'USDC', amount: '92000000', baseUnits: '92000000000000' },
              capacityLeft: { asset: 'USDC', amount: '92000000', baseUnits: '92000000000000' },
            },
            unstake: [
              {
                kind: 'instant',
                asset: 'USDC',
                takes: 'amount',
                least: { asset: 'USDC', amount: '0.000001', baseUnits: '1' },
                most: { asset: 'USDC', amount: '7999999.999998', baseUnits: '7999999999998' },
                wallet: {
                  holds: { asset: 'USDC', amount: '0', baseUnits: '0' },
                  max: { asset: 'USDC', amount: '0', baseUnits: '0' },
                  problem: {
                    code: 'INSUFFICIENT_FUNDS',
                    detail:
                      'The wallet holds 0 USDC; this needs 0.000001 USDC. Fund it, or send a smaller amount.',
                  },
                },
              },
            ],
            wallet: {
              holds: { asset: 'USDC', amount: '500', baseUnits: '500000000' },
              max: { asset: 'USDC', amount: '500', baseUnits: '500000000' },
              keptBack: [
                { for: 'rent', asset: 'SOL', amount: '0.00203928', baseUnits: '2039280' },
                { for: 'fees', asset: 'SOL', amount: '0.00000808', baseUnits: '8080' },
                { for: 'later-exit', asset: 'SOL', amount: '0.00139508', baseUnits: '1395080' },
                { for: 'wallet-rent', asset: 'SOL', amount: '0.00089088', baseUnits: '890880' },
              ],
              problem: null,
            },
          },
        ],
      },
    },
  ],
};
