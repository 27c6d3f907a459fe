import { type Static, Type } from 'typebox';
import { BUILD_VALUES, RASOL_MINT, SOL_MINT, WALLET } from '../examples/example-values.ts';
import { closedObject, NotesField, routerFields } from '../fields/answer-fields.ts';
import { AMOUNT_USED } from '../fields/body-fields.ts';
import { BUILD_FIELDS } from '../fields/build-fields.ts';
import { routerQuoteFields } from '../fields/quote-fields.ts';
import { AssetMint, ReceiptMint, ReceiptSymbol, strategyDetail } from '../fields/strategy-detail.ts';
import { defineStrategy } from './define-strategy.ts';
import type { StrategyExamples } from './strategy-examples.ts';

/** The liquid strategy in full: SOL in, raSOL as receipt. */
export const LiquidDetail = strategyDetail(
  'LiquidDetail',
  'sol-liquid-stake',
  'SOL',
  closedObject('LiquidOnchain', {
    assetMint: AssetMint,
    receiptMint: ReceiptMint,
    receiptSymbol: ReceiptSymbol,
  }),
);

/** The liquid strategy in full. */
export type LiquidDetail = Static<typeof LiquidDetail>;

/** The liquid strategy. */
export const LiquidStrategyAnswer = closedObject('LiquidStrategyAnswer', { strategy: LiquidDetail });

/** The liquid strategy. */
export type LiquidStrategyAnswer = Static<typeof LiquidStrategyAnswer>;

/** A swap of SOL to raSOL, made by the router. */
export const LiquidStakeAnswer = closedObject('LiquidStakeAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  ...routerFields('token'),
  notes: Type.Optional(NotesField),
});

/** A swap of SOL to raSOL, made by the router. */
export type LiquidStakeAnswer = Static<typeof LiquidStakeAnswer>;

/** raSOL swapped to SOL at the router. */
export const LiquidInstantAnswer = closedObject('LiquidInstantAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  ...routerFields('token'),
  notes: Type.Optional(NotesField),
});

/** raSOL swapped to SOL at the router. */
export type LiquidInstantAnswer = Static<typeof LiquidInstantAnswer>;

/** raSOL traded for a native stake account, which then has to cool down. */
export const LiquidSlowAnswer = closedObject('LiquidSlowAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  kind: Type.Literal('slow'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  ...routerFields('withdrawStake'),
  notes: Type.Optional(NotesField),
});

/** raSOL traded for a native stake account. */
export type LiquidSlowAnswer = Static<typeof LiquidSlowAnswer>;

/** What raSOL would fetch in SOL. */
export const LiquidQuoteAnswer = closedObject('LiquidQuoteAnswer', {
  strategy: Type.Literal('sol-liquid-stake'),
  ...routerQuoteFields('raSOL'),
});

/** What raSOL would fetch in SOL. */
export type LiquidQuoteAnswer = Static<typeof LiquidQuoteAnswer>;

const answers = {
  getStrategy: LiquidStrategyAnswer,
  stake: LiquidStakeAnswer,
  unstake: { instant: LiquidInstantAnswer, slow: LiquidSlowAnswer },
  quote: LiquidQuoteAnswer,
} as const;

const examples: StrategyExamples<typeof answers> = {
  detail: {
    key: 'sol-liquid-stake',
    asset: 'SOL',
    title: 'Liquid',
    blurb: 'Turn SOL into raSOL through the router.',
    status: 'live',
    live: { apy: 6.4, exchangeRate: 1.0723 },
    intro:
      'raSOL stands for staked SOL. Its balance stays fixed while each unit is worth more SOL over time.',
    steps: [
      { ord: '1', lead: 'Deposit', tail: 'SOL goes to the router.' },
      { ord: '2', lead: 'Receive', tail: 'raSOL arrives in the wallet.' },
      { ord: '3', lead: 'Use', tail: 'Hold it, move it or swap it back.' },
    ],
    trust: ['Self-custody', 'No protocol fee', 'Audited infrastructure'],
    onchain: { assetMint: SOL_MINT, receiptMint: RASOL_MINT, receiptSymbol: 'raSOL' },
    actions: {
      stake: { kinds: ['mint'], notes: 'Broadcast with route=router.' },
      unstake: {
        kinds: ['instant', 'slow'],
        notes: 'Slow leaves a native stake account that has to cool down.',
      },
    },
  },
  stake: [
    {
      summary: 'Turn 1.5 SOL into raSOL, with a referral',
      body: { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1.5', referral_code: 'ACORN23' },
      answer: {
        strategy: 'sol-liquid-stake',
        ...BUILD_VALUES,
        route: 'router',
        routerKind: 'token',
        router_order: {
          inp: SOL_MINT,
          out: RASOL_MINT,
          mode: 'ExactIn',
          inpAmt: '1500000000',
          outAmt: '1398862258',
        },
      },
    },
  ],
  unstake: {
    instant: [
      {
        summary: 'Swap raSOL to SOL',
        body: { strategy: 'sol-liquid-stake', wallet: WALLET, kind: 'instant', amount: '1.65' },
        answer: {
          strategy: 'sol-liquid-stake',
          kind: 'instant',
          ...BUILD_VALUES,
          route: 'router',
          routerKind: 'token',
          router_order: {
            inp: RASOL_MINT,
            out: SOL_MINT,
            mode: 'ExactIn',
            inpAmt: '1650000000',
            outAmt: '1761600000',
          },
        },
      },
    ],
    slow: [
      {
        summary: 'Trade raSOL for a native stake account',
        body: { strategy: 'sol-liquid-stake', wallet: WALLET, kind: 'slow', amount: '10' },
        answer: {
          strategy: 'sol-liquid-stake',
          kind: 'slow',
          ...BUILD_VALUES,
          route: 'router',
          routerKind: 'withdrawStake',
          router_order: { inp: RASOL_MINT, inpAmt: '10000000000', outAmt: '10712277000' },
        },
      },
    ],
  },
  quote: [
    {
      summary: 'What 1.65 raSOL fetches in SOL',
      body: { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1.65' },
      answer: {
        strategy: 'sol-liquid-stake',
        inAsset: 'raSOL',
        outAsset: 'SOL',
        inAmount: '1.65',
        outAmount: '1.7616',
        priceImpactPct: 0.0048,
      },
    },
  ],
};

/** SOL swapped to raSOL and back. */
export const solLiquidStake = defineStrategy('sol-liquid-stake', answers, examples);
