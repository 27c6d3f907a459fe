import type { OPERATIONS } from '../operations/index.ts';
import { apyHistoryExamples } from './apy-history.ts';
import { broadcastExamples } from './broadcast.ts';
import type { ExamplesOf } from './example.ts';
import { getStrategyExamples } from './get-strategy.ts';
import { healthExamples } from './health.ts';
import { listStrategiesExamples } from './list-strategies.ts';
import { quoteExamples } from './quote.ts';
import { stakeExamples } from './stake.ts';
import { unstakeExamples } from './unstake.ts';
import { withdrawExamples } from './withdraw.ts';

export type { Example, ExamplesOf } from './example.ts';
export { PROBLEM_EXAMPLES } from './problems.ts';

type AllExamples = { readonly [Id in keyof typeof OPERATIONS]: ExamplesOf<(typeof OPERATIONS)[Id]> };

/** Exchanges of every operation, by variant of its answer. */
export const EXAMPLES: AllExamples = {
  health: healthExamples,
  listStrategies: listStrategiesExamples,
  getStrategy: getStrategyExamples,
  apyHistory: apyHistoryExamples,
  stake: stakeExamples,
  unstake: unstakeExamples,
  quote: quoteExamples,
  withdraw: withdrawExamples,
  broadcast: broadcastExamples,
};
