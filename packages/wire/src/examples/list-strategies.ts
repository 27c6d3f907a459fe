import type { listStrategies } from '../operations/list-strategies.ts';
import type { ExamplesOf } from './example.ts';
import { leveragedDetail, liquidDetail, nativeDetail, usdcDetail } from './strategy-details.ts';

/** Exchanges of `GET /strategies`. */
export const listStrategiesExamples: ExamplesOf<typeof listStrategies> = {
  ok: [
    {
      summary: 'All four strategies',
      answer: {
        strategies: [nativeDetail, liquidDetail, leveragedDetail, usdcDetail].map(
          ({ key, asset, title, blurb, status, live }) => ({ key, asset, title, blurb, status, live }),
        ),
      },
    },
  ],
};
