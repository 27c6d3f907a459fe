import type { listPositions } from '../operations/list-positions.ts';
import type { ExamplesOf } from './example.ts';
import { RASOL_MINT, STAKE_ACCOUNT, VOTE_ACCOUNT, WALLET } from './example-values.ts';

/** Exchanges of `GET /wallets/{wallet}/positions`. */
export const listPositionsExamples: ExamplesOf<typeof listPositions> = {
  ok: [
    {
      summary: 'A stake account that earns, and raSOL',
      params: { wallet: WALLET },
      query: {},
      answer: {
        wallet: WALLET,
        asOf: { slot: '458451010', epoch: '1061', time: '2026-11-21T20:51:04.000Z' },
        isComplete: true,
        missing: [],
        totals: [{ asset: 'SOL', amount: '3.920362347', baseUnits: '3920362347' }],
        positions: [
          {
            strategy: 'sol-native-stake',
            id: STAKE_ACCOUNT,
            stakeAccount: STAKE_ACCOUNT,
            voteAccount: VOTE_ACCOUNT,
            isOurValidator: true,
            state: 'active',
            value: { asset: 'SOL', amount: '1.503198567', baseUnits: '1503198567' },
            parts: {
              delegated: '1500915687',
              effective: '1500915687',
              rentReserve: '2282880',
              surplus: '0',
            },
            authorities: { staker: WALLET, withdrawer: WALLET, lockup: null },
            activationEpoch: '1048',
            deactivationEpoch: null,
            withdrawable: { asset: 'SOL', amount: '0', baseUnits: '0' },
            availableAt: null,
            warnings: [],
            next: [
              {
                description: 'Deactivate the account; it can be withdrawn once epoch 1061 has ended.',
                endpoint: '/api/v1/unstake',
                method: 'POST',
                body: {
                  strategy: 'sol-native-stake',
                  wallet: WALLET,
                  kind: 'deactivate',
                  stakeAccount: STAKE_ACCOUNT,
                },
              },
              {
                description: 'Exit at once: the router takes the whole account and pays SOL.',
                endpoint: '/api/v1/unstake',
                method: 'POST',
                body: {
                  strategy: 'sol-native-stake',
                  wallet: WALLET,
                  kind: 'instant',
                  stakeAccount: STAKE_ACCOUNT,
                },
              },
            ],
          },
          {
            strategy: 'sol-liquid-stake',
            id: RASOL_MINT,
            state: 'active',
            receipt: { asset: 'raSOL', amount: '2', baseUnits: '2000000000' },
            value: { asset: 'SOL', amount: '2.41716378', baseUnits: '2417163780' },
            rate: '1.208581890000000000',
            warnings: [],
            next: [
              {
                description: 'Exit at once: the router sells all raSOL for SOL.',
                endpoint: '/api/v1/unstake',
                method: 'POST',
                body: { strategy: 'sol-liquid-stake', wallet: WALLET, kind: 'instant', amount: '2' },
              },
            ],
          },
        ],
        nextCursor: null,
      },
    },
  ],
};
