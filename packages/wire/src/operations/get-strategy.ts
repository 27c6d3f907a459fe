import { type Static, Type } from 'typebox';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { DESCRIPTIONS } from '../strategies/answers.ts';
import { STRATEGY_KEYS } from '../strategy-key.ts';

/** Which strategy is asked for. */
export const StrategyParams = Type.Object({
  key: Type.String({ description: `One of: ${STRATEGY_KEYS.join(', ')}.`, 'x-values': [...STRATEGY_KEYS] }),
});

/** Which strategy is asked for. */
export type StrategyParams = Static<typeof StrategyParams>;

/** `GET /strategies/{key}`: one strategy in full, with a freshly read APY. */
export const getStrategy = {
  id: 'getStrategy',
  ...ROUTES.getStrategy,
  tag: 'strategies',
  summary: 'Describe one strategy',
  description: 'Returns the texts, on-chain addresses and current figures of one strategy.',
  params: StrategyParams,
  responses: DESCRIPTIONS,
  retryAfterOn: ['service_unavailable'],
  examples: Object.fromEntries(STRATEGY_KEYS.map((key) => [key, [{ summary: key, params: { key } }]])),
} as const satisfies Operation;
