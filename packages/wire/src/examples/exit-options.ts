import type { exitOptions } from '../operations/exit-options.ts';
import type { ExamplesOf } from './example.ts';
import { STAKE_ACCOUNT, WALLET } from './example-values.ts';
import { RECORDED_ANSWERS } from './generated/answers.ts';

/** Exchanges of `POST /exit-options`. */
export const exitOptionsExamples: ExamplesOf<typeof exitOptions> = {
  ok: [
    {
      summary: 'The ways out of an active stake account',
      body: { strategy: 'sol-native-stake', wallet: WALLET, stakeAccount: STAKE_ACCOUNT },
      answer: RECORDED_ANSWERS.exitOptions,
    },
  ],
};
