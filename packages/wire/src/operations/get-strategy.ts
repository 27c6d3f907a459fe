import { type Static, Type } from 'typebox';
import type { Operation } from '../operation.ts';
import { STRATEGY_KEYS } from '../strategy-key.ts';
import { closedObject } from './answer-fields.ts';
import { LeveragedDetail, LiquidDetail, NativeDetail, UsdcDetail } from './strategy-detail.ts';

/** Which strategy is asked for. */
export const StrategyParams = Type.Object({
  key: Type.String({ description: `One of: ${STRATEGY_KEYS.join(', ')}.`, examples: [...STRATEGY_KEYS] }),
});

/** Which strategy is asked for. */
export type StrategyParams = Static<typeof StrategyParams>;

/** The native strategy. */
export const NativeStrategyAnswer = closedObject('NativeStrategyAnswer', { strategy: NativeDetail });

/** The native strategy. */
export type NativeStrategyAnswer = Static<typeof NativeStrategyAnswer>;

/** The liquid strategy. */
export const LiquidStrategyAnswer = closedObject('LiquidStrategyAnswer', { strategy: LiquidDetail });

/** The liquid strategy. */
export type LiquidStrategyAnswer = Static<typeof LiquidStrategyAnswer>;

/** The leveraged strategy. */
export const LeveragedStrategyAnswer = closedObject('LeveragedStrategyAnswer', { strategy: LeveragedDetail });

/** The leveraged strategy. */
export type LeveragedStrategyAnswer = Static<typeof LeveragedStrategyAnswer>;

/** The USDC strategy. */
export const UsdcStrategyAnswer = closedObject('UsdcStrategyAnswer', { strategy: UsdcDetail });

/** The USDC strategy. */
export type UsdcStrategyAnswer = Static<typeof UsdcStrategyAnswer>;

/** One strategy in full; which one, `strategy.key` tells. */
export type StrategyAnswer =
  | NativeStrategyAnswer
  | LiquidStrategyAnswer
  | LeveragedStrategyAnswer
  | UsdcStrategyAnswer;

/** `GET /strategies/{key}`: one strategy in full, with a freshly read APY. */
export const getStrategy = {
  id: 'getStrategy',
  method: 'GET',
  path: '/strategies/{key}',
  tag: 'strategies',
  summary: 'Describe one strategy',
  description: 'Answers texts, on-chain addresses and freshly read figures of one strategy.',
  params: StrategyParams,
  responses: {
    native: NativeStrategyAnswer,
    liquid: LiquidStrategyAnswer,
    leveraged: LeveragedStrategyAnswer,
    usdc: UsdcStrategyAnswer,
  },
  retryAfterOn: ['service_unavailable'],
} as const satisfies Operation;
