import { Type } from 'typebox';
import { BUILD_FIELDS, routerQuoteFields } from '../builds.ts';
import { AMOUNT_USED, closedObject, NotesField, routerFields } from '../fields.ts';
import { EXAMPLE } from '../operation.ts';
import {
  AssetMint,
  defineStrategy,
  ReceiptMint,
  ReceiptSymbol,
  type StrategyExamples,
  strategyDetail,
} from './description.ts';

/** The liquid strategy in full: SOL in, raSOL as receipt. */
const LiquidDetail = strategyDetail(
  'LiquidDetail',
  'sol-liquid-stake',
  'SOL',
  closedObject('LiquidOnchain', {
    assetMint: AssetMint,
    receiptMint: ReceiptMint,
    receiptSymbol: ReceiptSymbol,
  }),
);

export const LiquidStrategyAnswer = closedObject('LiquidStrategyAnswer', { strategy: LiquidDetail });

/** A swap of SOL to raSOL, made by the router. */
export const LiquidStakeAnswer = closedObject('LiquidStakeAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  ...routerFields('token'),
  notes: Type.Optional(NotesField),
});

/** raSOL swapped to SOL at the router. */
export const LiquidInstantAnswer = closedObject('LiquidInstantAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  ...routerFields('token'),
  notes: Type.Optional(NotesField),
});

/** raSOL traded for a native stake account, which then has to cool down. */
export const LiquidSlowAnswer = closedObject('LiquidSlowAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  kind: Type.Literal('slow'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  ...routerFields('withdrawStake'),
  notes: Type.Optional(NotesField),
});

export const LiquidQuoteAnswer = closedObject('LiquidQuoteAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  ...routerQuoteFields('raSOL'),
});

const answers = {
  getStrategy: LiquidStrategyAnswer,
  stake: LiquidStakeAnswer,
  unstake: { instant: LiquidInstantAnswer, slow: LiquidSlowAnswer },
  quote: LiquidQuoteAnswer,
} as const;

const WALLET = { strategy: 'sol-liquid-stake', wallet: EXAMPLE.wallet };

const examples: StrategyExamples<typeof answers> = {
  stake: [{ summary: 'Turn 1.5 SOL into raSOL', body: { ...WALLET, amount: '1.5' } }],
  unstake: {
    instant: [{ summary: 'Swap raSOL to SOL', body: { ...WALLET, kind: 'instant', amount: '1.65' } }],
    slow: [
      { summary: 'Trade raSOL for a native stake account', body: { ...WALLET, kind: 'slow', amount: '10' } },
    ],
  },
  quote: [{ summary: 'What 1.65 raSOL fetches in SOL', body: { ...WALLET, amount: '1.65' } }],
};

/** SOL swapped to raSOL and back. */
export const solLiquidStake = defineStrategy('sol-liquid-stake', answers, examples);
