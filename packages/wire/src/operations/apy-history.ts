import { type Static, Type } from 'typebox';
import { closedObject } from '../fields/answer-fields.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { DEFAULT_HISTORY_RANGE, HISTORY_RANGES, STRATEGY_KEYS } from '../strategy-key.ts';

/** Which history is asked for; both are optional here so that the service words the refusal itself. */
export const HistoryQuery = Type.Object({
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

/** Which history is asked for. */
export type HistoryQuery = Static<typeof HistoryQuery>;

/** The APY of one day or epoch. */
export const HistoryPoint = closedObject('HistoryPoint', {
  date: Type.String({ description: 'Day in UTC, ISO 8601: 2026-01-31.' }),
  apy: Type.Number({ description: 'Percent with at most two decimals: 6.4 means 6.4 %.' }),
});

/** The APY of one day or epoch. */
export type HistoryPoint = Static<typeof HistoryPoint>;

/** The APY over time, oldest first. */
export const HistoryAnswer = closedObject('HistoryAnswer', {
  strategy: Type.Enum(STRATEGY_KEYS, { type: 'string' }),
  range: Type.Enum(HISTORY_RANGES, { type: 'string' }),
  points: Type.Array(HistoryPoint, { description: 'Oldest first.' }),
});

/** The APY over time, oldest first. */
export type HistoryAnswer = Static<typeof HistoryAnswer>;

/** `GET /apy/history`: past APY of one strategy. */
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
