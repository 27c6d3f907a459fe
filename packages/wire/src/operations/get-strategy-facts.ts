import { type Static, Type } from 'typebox';
import { closedObject } from '../fields/answer-fields.ts';
import { LedgerMoment } from '../fields/ledger-moment.ts';
import { ApyFacts, FeeFact, LeverageFacts, LiquidityFacts, ProgramFact } from '../fields/strategy-facts.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { STRATEGY_KEYS } from '../strategy-key.ts';
import { StrategyParams } from './get-strategy.ts';

/** What a strategy rests on at present, without any rating. */
export const StrategyFactsAnswer = closedObject('StrategyFactsAnswer', {
  strategy: Type.Enum(STRATEGY_KEYS, { type: 'string' }),
  asOf: LedgerMoment,
  apy: ApyFacts,
  liquidity: LiquidityFacts,
  fees: Type.Array(FeeFact),
  programs: Type.Array(ProgramFact),
  leverage: Type.Union([LeverageFacts, Type.Null()], {
    description: 'null for a strategy that borrows nothing.',
  }),
  missing: Type.Array(
    closedObject('MissingFact', {
      member: Type.String({ description: 'Place in the answer of what is empty or null for this reason.' }),
      reason: Type.String({ description: 'Text for people; its wording may change.' }),
    }),
    { description: 'What could not be told at present; empty when all is there.' },
  ),
});

/** What a strategy rests on at present, without any rating. */
export type StrategyFactsAnswer = Static<typeof StrategyFactsAnswer>;

/** `GET /strategies/{key}/facts`: what a strategy rests on at present. */
export const getStrategyFacts = {
  id: 'getStrategyFacts',
  ...ROUTES.getStrategyFacts,
  tag: 'strategies',
  summary: 'Get the facts of one strategy',
  description:
    'Says what the APY is, where it is from, how old it is and what was really earned; what can leave now; which fees are taken, by which account; which programs are invoked and who may replace them; and for a leveraged strategy its position, what it borrows at and how far it is from being worthless. Facts only, no rating. What the database of the service would tell is left out while it is away, and named in missing. Amounts and rates are read from the ledger in one read, programs at most a minute before; answers of the last two seconds are given again.',
  params: StrategyParams,
  responses: { ok: StrategyFactsAnswer },
  examples: {
    ok: [
      { summary: 'The leveraged vault', params: { key: 'sol-leveraged-stake' } },
      { summary: 'Native stake', params: { key: 'sol-native-stake' } },
    ],
  },
} as const satisfies Operation;
