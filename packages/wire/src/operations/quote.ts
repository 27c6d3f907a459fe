import { type Static, Type } from 'typebox';
import type { Operation } from '../operation.ts';
import { EXIT_PATHS } from '../strategy-key.ts';
import { closedObject } from './answer-fields.ts';
import { amountField, stakeAccountField, strategyField, WalletField } from './body-fields.ts';

/** Which exit to preview. */
export const QuoteBody = Type.Object(
  {
    strategy: strategyField(['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake']),
    wallet: WalletField,
    amount: amountField(
      'What would go out: SOL for sol-native-stake, raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake, each with at most 9 decimal places.',
    ),
    stakeAccount: Type.Optional(stakeAccountField('Required for sol-native-stake, unused otherwise.')),
  },
  { title: 'QuoteBody' },
);

/** Which exit to preview. */
export type QuoteBody = Static<typeof QuoteBody>;

const InAmount = Type.String({ description: 'The amount asked about, as it was sent.' });
const PriceImpact = Type.Union([Type.Number(), Type.Null()], {
  description: 'Fraction: 0.0048 means 0.48 %. Null when the router reports none.',
});

/** What raSOL would fetch in SOL. */
export const LiquidQuoteAnswer = closedObject('LiquidQuoteAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  inAsset: Type.Literal('raSOL'),
  outAsset: Type.Literal('SOL'),
  inAmount: InAmount,
  outAmount: Type.String({ description: 'Estimated SOL as decimal text.' }),
  priceImpactPct: PriceImpact,
});

/** What raSOL would fetch in SOL. */
export type LiquidQuoteAnswer = Static<typeof LiquidQuoteAnswer>;

/** What an active stake account would fetch in SOL at once. */
export const NativeQuoteAnswer = closedObject('NativeQuoteAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  kind: Type.Literal('instant'),
  inAsset: Type.Literal('SOL'),
  outAsset: Type.Literal('SOL'),
  inAmount: InAmount,
  outAmount: Type.String({ description: 'Estimated SOL as decimal text.' }),
  priceImpactPct: PriceImpact,
});

/** What an active stake account would fetch in SOL at once. */
export type NativeQuoteAnswer = Static<typeof NativeQuoteAnswer>;

/** What raSOL Max LP would fetch in raSOL. */
export const LeveragedQuoteAnswer = closedObject('LeveragedQuoteAnswer', {
  strategy: Type.Literal('sol-leveraged-stake'),
  kind: Type.Literal('instant'),
  inAsset: Type.Literal('raSOL Max'),
  outAsset: Type.Literal('raSOL'),
  inAmount: InAmount,
  outAmount: Type.String({
    description: 'Estimated raSOL at the current value of the vault, as decimal text, rounded down.',
  }),
  path: Type.Enum(EXIT_PATHS, { type: 'string' }),
});

/** What raSOL Max LP would fetch in raSOL. */
export type LeveragedQuoteAnswer = Static<typeof LeveragedQuoteAnswer>;

/** Any preview; `strategy` tells which. */
export type QuoteAnswer = LiquidQuoteAnswer | NativeQuoteAnswer | LeveragedQuoteAnswer;

/** `POST /quote`: previews what an exit would pay, without promise. */
export const quote = {
  id: 'quote',
  method: 'POST',
  path: '/quote',
  tag: 'transactions',
  summary: 'Preview an unstake',
  description:
    'Answers an estimate that binds nobody: pools move between quote and unstake. usdc-earn has nothing to quote.',
  body: QuoteBody,
  responses: { liquid: LiquidQuoteAnswer, native: NativeQuoteAnswer, leveraged: LeveragedQuoteAnswer },
} as const satisfies Operation;
