import type { apyHistory } from '../operations/apy-history.ts';
import type { ExamplesOf } from './example.ts';

/** Exchanges of `GET /apy/history`. */
export const apyHistoryExamples: ExamplesOf<typeof apyHistory> = {
  ok: [
    {
      summary: 'Three months',
      query: { strategy: 'sol-liquid-stake', range: '3M' },
      answer: {
        strategy: 'sol-liquid-stake',
        range: '3M',
        points: [
          { date: '2026-01-27', apy: 6.31 },
          { date: '2026-01-29', apy: 6.38 },
          { date: '2026-01-31', apy: 6.4 },
        ],
      },
    },
    {
      summary: 'Without a range: one month',
      query: { strategy: 'usdc-earn' },
      answer: {
        strategy: 'usdc-earn',
        range: '1M',
        points: [
          { date: '2026-01-30', apy: 5.52 },
          { date: '2026-01-31', apy: 5.6 },
        ],
      },
    },
  ],
};
