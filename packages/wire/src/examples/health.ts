import type { health } from '../operations/health.ts';
import type { ExamplesOf } from './example.ts';

/** Exchanges of `GET /health`. */
export const healthExamples: ExamplesOf<typeof health> = {
  ok: [
    {
      summary: 'The service is up',
      answer: {
        ok: true,
        service: 'staking-agent-api',
        version: 'v1',
        commit: '5f1c2a9',
        time: '2026-01-31T12:00:00.000Z',
      },
    },
  ],
};
