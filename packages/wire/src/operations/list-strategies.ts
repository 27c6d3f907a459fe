import { type Static, Type } from 'typebox';
import { closedObject } from '../fields/answer-fields.ts';
import { StrategySummary } from '../fields/strategy-summary.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';

/** All four strategies, announced ones included. */
export const StrategyListAnswer = closedObject('StrategyListAnswer', {
  strategies: Type.Array(StrategySummary),
});

/** All four strategies, announced ones included. */
export type StrategyListAnswer = Static<typeof StrategyListAnswer>;

/** `GET /strategies`: the four strategies with their live figures. */
export const listStrategies = {
  id: 'listStrategies',
  ...ROUTES.listStrategies,
  tag: 'strategies',
  summary: 'List the strategies',
  description:
    'Returns all strategies with figures that are at most minutes old. When the source of a figure fails, the figure is null; the strategy is still listed.',
  responses: { ok: StrategyListAnswer },
  examples: { ok: [{ summary: 'Every strategy' }] },
} as const satisfies Operation;
