import type { getTransaction } from '../operations/get-transaction.ts';
import { PROBLEM_CODES } from '../problems/codes.ts';
import type { ExamplesOf } from './example.ts';
import { DEACTIVATE_SIGNATURE, WALLET } from './example-values.ts';

const ASKED = { signature: DEACTIVATE_SIGNATURE };
const explorer = `https://solscan.io/tx/${DEACTIVATE_SIGNATURE}`;
const asOf = { slot: '452736101', time: '2026-11-21T20:51:04.000Z' };
const fee = { asset: 'SOL', amount: '0.000005004', baseUnits: '5004' };
const changes = [
  {
    account: WALLET,
    direction: 'out' as const,
    asset: 'SOL',
    amount: '0.000005004',
    baseUnits: '5004',
  },
];
const EXECUTED = {
  ...ASKED,
  slot: '452736090',
  blockTime: '2026-11-21T20:51:02.000Z',
  fee,
  changes,
  asOf,
  explorer,
};
const ABSENT = {
  ...ASKED,
  isFinal: false,
  slot: null,
  blockTime: null,
  fee: null,
  changes: null,
  failure: null,
  asOf,
  explorer,
};

/** Exchanges of `GET /transactions/{signature}`. */
export const getTransactionExamples: ExamplesOf<typeof getTransaction> = {
  ok: [
    {
      summary: 'It landed within the wait',
      params: ASKED,
      query: { lastValidBlockHeight: '430840935', wait: '20' },
      answer: { ...EXECUTED, status: 'landed', isFinal: false, failure: null },
    },
    {
      summary: 'A withdrawal before the stake was inactive',
      params: ASKED,
      query: {},
      answer: {
        ...EXECUTED,
        status: 'failed',
        isFinal: true,
        failure: {
          code: 'STAKE_NOT_INACTIVE',
          detail: 'instruction 2: insufficient funds for instruction',
          cause: PROBLEM_CODES.STAKE_NOT_INACTIVE.cause,
          cure: PROBLEM_CODES.STAKE_NOT_INACTIVE.cure,
          instruction: 2,
          program: 'Stake11111111111111111111111111111111111111',
          error: 'InsufficientFunds',
        },
      },
    },
    {
      summary: 'Not seen yet',
      params: ASKED,
      query: { lastValidBlockHeight: '430840935' },
      answer: { ...ABSENT, status: 'pending' },
    },
  ],
};
