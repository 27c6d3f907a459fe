import type { status } from '../operations/status.ts';
import type { ExamplesOf } from './example.ts';

const SINCE = '2026-01-31T08:00:00.000Z';
const NOW = '2026-01-31T12:00:00.000Z';
const strategy = { state: 'live' as const, since: SINCE, lacks: [] };

/** Exchanges of `GET /status`. */
export const statusExamples: ExamplesOf<typeof status> = {
  ok: [
    {
      summary: 'The router does not answer',
      answer: {
        state: 'impaired',
        service: 'staking-agent-api',
        version: 'v1',
        commit: '5f1c2a9',
        time: NOW,
        upstreams: [
          { name: 'ledger', state: 'ok', since: SINCE, lastSuccess: NOW },
          {
            name: 'router',
            state: 'failing',
            since: '2026-01-31T11:58:10.000Z',
            lastSuccess: '2026-01-31T11:58:02.000Z',
          },
        ],
        strategies: [
          { key: 'sol-native-stake', ...strategy, figureAges: { apy: 12.4, exchangeRate: null } },
          {
            key: 'sol-liquid-stake',
            state: 'impaired',
            since: '2026-01-31T11:58:10.000Z',
            lacks: ['router'],
            figureAges: { apy: 64.1, exchangeRate: 64.3 },
          },
          { key: 'sol-leveraged-stake', ...strategy, figureAges: { apy: 30.2, exchangeRate: 30.2 } },
          { key: 'usdc-earn', ...strategy, figureAges: { apy: 8.9, exchangeRate: 9 } },
        ],
        feeds: [{ name: 'blockhash', ageSeconds: 0.4, isFresh: true }],
        stops: [],
      },
    },
  ],
};
