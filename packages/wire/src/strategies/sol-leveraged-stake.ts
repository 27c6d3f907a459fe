import { type Static, Type } from 'typebox';
import { EXIT_PATHS, OUTPUT_ASSETS } from '../assets.ts';
import { BUILD_FIELDS, InAmount } from '../builds.ts';
import { AMOUNT_USED, addressField, closedObject, NotesField, oneOf, RPC_ROUTE, text } from '../fields.ts';
import { EXAMPLE } from '../operation.ts';
import {
  AssetMint,
  defineStrategy,
  ReceiptMint,
  ReceiptSymbol,
  type StrategyExamples,
  strategyDetail,
} from './description.ts';

/** The leveraged strategy in full: SOL in, raSOL Max LP as receipt. */
const LeveragedDetail = strategyDetail(
  'LeveragedDetail',
  'sol-leveraged-stake',
  'SOL',
  closedObject('LeveragedOnchain', {
    assetMint: AssetMint,
    depositMint: addressField('Mint of raSOL, which the vault takes in.'),
    receiptMint: ReceiptMint,
    receiptSymbol: ReceiptSymbol,
  }),
);

export const LeveragedStrategyAnswer = closedObject('LeveragedStrategyAnswer', { strategy: LeveragedDetail });

/** SOL to raSOL to raSOL Max LP in one transaction. */
export const LeveragedStakeAnswer = closedObject('LeveragedStakeAnswer', {
  strategy: Type.Literal('sol-leveraged-stake'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  route: RPC_ROUTE,
  depositedSolLamports: text('Lamports that go in, as integer text.'),
  stagedRasolLamports: text(
    'raSOL base units (9 decimals) that are deposited into the vault, rounded down, as integer text.',
  ),
  receiptMint: addressField('Mint of raSOL Max LP.'),
  receiptSymbol: Type.String(),
  notes: Type.Optional(NotesField),
});

/** The second transaction of a leveraged exit to SOL; call it after the first one is confirmed. */
export const NextStep = closedObject('NextStep', {
  description: Type.String(),
  endpoint: text('Path of the unstake operation.'),
  method: Type.Literal('POST'),
  body: closedObject('NextStepBody', {
    strategy: Type.Literal('sol-liquid-stake'),
    wallet: addressField('The same wallet.'),
    amount: text('raSOL as decimal text: an estimate. Replace it by what was really received.'),
    kind: Type.Literal('instant'),
  }),
});
export type NextStep = Static<typeof NextStep>;

/** raSOL Max LP burned for raSOL. */
export const LeveragedInstantAnswer = closedObject('LeveragedInstantAnswer', {
  strategy: Type.Literal('sol-leveraged-stake'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  outputAsset: oneOf(OUTPUT_ASSETS),
  route: RPC_ROUTE,
  path: oneOf(
    EXIT_PATHS,
    'vault-idle pays from idle raSOL of the vault; flash-bracket repays part of the loan in the same transaction.',
  ),
  burnedLpLamports: text('raSOL Max LP base units (9 decimals) burned, as integer text.'),
  expectedPayoutRasol: text('raSOL as decimal text, rounded down.'),
  expectedPayoutRasolLamports: text('The same in base units (9 decimals), as integer text.'),
  initializedLendingAccount: Type.Boolean({
    description:
      'Whether this transaction opens a lending account for the wallet, whose rent the wallet pays once.',
  }),
  receiptMint: addressField('Mint of raSOL Max LP.'),
  receiptSymbol: Type.String(),
  next: Type.Optional(NextStep),
  notes: Type.Optional(NotesField),
});

export const LeveragedQuoteAnswer = closedObject('LeveragedQuoteAnswer', {
  strategy: Type.Literal('sol-leveraged-stake'),
  kind: Type.Literal('instant'),
  inAsset: Type.Literal('raSOL Max'),
  outAsset: Type.Literal('raSOL'),
  inAmount: InAmount,
  outAmount: text('Estimated raSOL at the current value of the vault, as decimal text, rounded down.'),
  path: oneOf(EXIT_PATHS),
});

const answers = {
  getStrategy: LeveragedStrategyAnswer,
  stake: LeveragedStakeAnswer,
  unstake: { instant: LeveragedInstantAnswer },
  quote: LeveragedQuoteAnswer,
} as const;

const WALLET = { strategy: 'sol-leveraged-stake', wallet: EXAMPLE.wallet };

const examples: StrategyExamples<typeof answers> = {
  stake: [{ summary: 'Put 0.02 SOL into the leveraged vault', body: { ...WALLET, amount: '0.02' } }],
  unstake: {
    instant: [
      {
        summary: 'Burn raSOL Max LP for raSOL',
        body: { ...WALLET, kind: 'instant', amount: '0.0195' },
      },
      {
        summary: 'Burn raSOL Max LP on the way to SOL',
        body: { ...WALLET, kind: 'instant', amount: '0.0195', outputAsset: 'SOL' },
      },
    ],
  },
  quote: [{ summary: 'What 0.0195 raSOL Max LP pays in raSOL', body: { ...WALLET, amount: '0.0195' } }],
};

/** SOL into a leveraged raSOL vault and back. */
export const solLeveragedStake = defineStrategy('sol-leveraged-stake', answers, examples);
