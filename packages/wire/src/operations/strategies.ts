import { type Static, Type } from 'typebox';
import { DEFAULT_HISTORY_RANGE, HISTORY_RANGES, STRATEGY_KEYS } from '../assets.ts';
import { closedObject, oneOf, text } from '../fields.ts';
import { HEADERS, ROUTES } from '../http.ts';
import type { Operation } from '../operation.ts';
import { StrategySummary } from '../strategies/description.ts';
import { DESCRIPTIONS } from '../strategies/index.ts';

/** All four strategies, announced ones included. */
export const StrategyListAnswer = closedObject('StrategyListAnswer', {
  strategies: Type.Array(StrategySummary),
});
export type StrategyListAnswer = Static<typeof StrategyListAnswer>;

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

export const StrategyParams = Type.Object({
  key: Type.String({ description: `One of: ${STRATEGY_KEYS.join(', ')}.`, 'x-values': [...STRATEGY_KEYS] }),
});

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

/** Both are optional here so that the service words the refusal itself. */
const HistoryQuery = Type.Object({
  strategy: Type.Optional(
    Type.String({
      description: `Required. One of: ${STRATEGY_KEYS.join(', ')}.`,
      'x-values': [...STRATEGY_KEYS],
    }),
  ),
  range: Type.Optional(
    Type.String({
      description: `One of: ${HISTORY_RANGES.join(', ')}. ${DEFAULT_HISTORY_RANGE} when omitted.`,
      'x-values': [...HISTORY_RANGES],
    }),
  ),
});

export const HistoryPoint = closedObject('HistoryPoint', {
  date: text('Day in UTC, ISO 8601: 2026-01-31.'),
  apy: Type.Number({ description: 'Percent with at most two decimals: 6.4 means 6.4 %.' }),
});
export type HistoryPoint = Static<typeof HistoryPoint>;

export const HistoryAnswer = closedObject('HistoryAnswer', {
  strategy: oneOf(STRATEGY_KEYS),
  range: oneOf(HISTORY_RANGES),
  points: Type.Array(HistoryPoint, { description: 'Oldest first.' }),
});
export type HistoryAnswer = Static<typeof HistoryAnswer>;

export const apyHistory = {
  id: 'apyHistory',
  ...ROUTES.apyHistory,
  tag: 'strategies',
  summary: 'Read past APY',
  description:
    'Returns the points of the last 30, 90 or 180 days, oldest first; All returns everything that the source has and the service has captured itself. A loss is below zero. Days and epochs without a usable value are left out; X-History-Complete says whether the range is covered. For sol-leveraged-stake, every range returns the same points, one per epoch, about 12.',
  query: HistoryQuery,
  requiredQuery: ['strategy'],
  answerHeaders: [HEADERS.historyComplete],
  responses: { ok: HistoryAnswer },
  examples: {
    ok: [
      { summary: 'Three months; three of the points', query: { strategy: 'sol-liquid-stake', range: '3M' } },
      { summary: 'Without a range: one month; three of the points', query: { strategy: 'usdc-earn' } },
    ],
  },
} as const satisfies Operation;
