import type { getStrategyFacts } from '../operations/get-strategy-facts.ts';
import type { ExamplesOf } from './example.ts';
import { RECORDED_ANSWERS } from './generated/answers.ts';

/** Exchanges of `GET /strategies/{key}/facts`. */
export const getStrategyFactsExamples: ExamplesOf<typeof getStrategyFacts> = {
  ok: [
    {
      summary: 'The leveraged vault',
      params: { key: 'sol-leveraged-stake' },
      answer: RECORDED_ANSWERS.leveragedFacts,
    },
    {
      summary: 'Native stake',
      params: { key: 'sol-native-stake' },
      answer: RECORDED_ANSWERS.nativeFacts,
    },
  ],
};
