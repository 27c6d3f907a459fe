import { type Static, Type } from 'typebox';
import { INPUT_ASSETS, STRATEGY_KEYS, STRATEGY_STATUSES } from '../strategy-key.ts';
import { closedObject } from './answer-fields.ts';

const NumberOrNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

/** The figures of a strategy that move. */
export const StrategyLive = closedObject('StrategyLive', {
  apy: NumberOrNull('Percent: 6.4 means 6.4 %. Null while the source is unavailable.'),
  exchangeRate: NumberOrNull(
    'Asset per receipt; raSOL per raSOL Max LP for sol-leveraged-stake. Null while unavailable, always null for sol-native-stake.',
  ),
});

/** The figures of a strategy that move. */
export type StrategyLive = Static<typeof StrategyLive>;

/** The members a summary and a detail have in common, without `key` and `asset`. */
export const DESCRIPTION_FIELDS = {
  title: Type.String({ description: 'Short name for people.' }),
  blurb: Type.String({ description: 'One line for people.' }),
  status: Type.Enum(STRATEGY_STATUSES, {
    type: 'string',
    description: 'A coming_soon strategy is announced and cannot be called yet.',
  }),
  live: StrategyLive,
} as const;

/** One item of the list. */
export const StrategySummary = closedObject('StrategySummary', {
  key: Type.Enum(STRATEGY_KEYS, { type: 'string' }),
  asset: Type.Enum(INPUT_ASSETS, { type: 'string', description: 'What the caller puts in.' }),
  ...DESCRIPTION_FIELDS,
});

/** One item of the list. */
export type StrategySummary = Static<typeof StrategySummary>;
