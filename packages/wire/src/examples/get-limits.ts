import type { getLimits } from '../operations/get-limits.ts';
import type { ExamplesOf } from './example.ts';
import { WALLET } from './example-values.ts';
import { RECORDED_ANSWERS } from './generated/answers.ts';

/** Exchanges of `GET /limits`. */
export const getLimitsExamples: ExamplesOf<typeof getLimits> = {
  ok: [
    {
      summary: 'A wallet with 10 SOL and 500 USDC',
      query: { wallet: WALLET },
      answer: RECORDED_ANSWERS.limits,
    },
  ],
};
