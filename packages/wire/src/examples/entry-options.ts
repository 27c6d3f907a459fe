import type { entryOptions } from '../operations/entry-options.ts';
import type { ExamplesOf } from './example.ts';
import { WALLET } from './example-values.ts';
import { RECORDED_ANSWERS } from './generated/answers.ts';

/** Exchanges of `POST /entry-options`. */
export const entryOptionsExamples: ExamplesOf<typeof entryOptions> = {
  ok: [
    {
      summary: 'Where 10 SOL can go',
      body: { wallet: WALLET, asset: 'SOL', amount: '10' },
      answer: RECORDED_ANSWERS.entryOptions,
    },
  ],
};
