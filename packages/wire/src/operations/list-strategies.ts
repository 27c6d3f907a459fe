import { type Static, Type } from 'typebox';
import { closedObject } from '../fields/answer-fields.ts';
import { StrategySummary } from '../fields/strategy-summary.ts';
import type { Operation } from '../operation.ts';

/** All four strategies, announced ones included. */
export const StrategyListAnswer = closedObject('StrategyListAnswer', {
  strategies: Type.Array(StrategySummary),
});

/** All four strategies, announced ones included. */
export type StrategyListAnswer = Static<typeof StrategyListAnswer>;

/** `GET /strategies`: the four strategies with their live figures. */
export const listStrategies = {
  id: 'listStrategies',
  method: 'GET',
  path: '/strategies',
  tag: 'strategies',
  summary: 'List the strategies',
  description:
    'Answers all four with figures of the last minutes. A source that fails leaves null in its figure and never drops the entry.',
  responses: { ok: StrategyListAnswer },
} as const satisfies Operation;
