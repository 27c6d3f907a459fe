import { Type } from 'typebox';
import { UNSTAKE_STEPS } from '../assets.ts';
import { BUILD_FIELDS } from '../builds.ts';
import { AMOUNT_USED, addressField, closedObject, NotesField, oneOf, text, VAULT_ROUTE } from '../fields.ts';
import { EXAMPLE } from '../operation.ts';
import { SuggestedCall } from '../problems/problem.ts';
import {
  AssetMint,
  defineStrategy,
  ReceiptMint,
  ReceiptSymbol,
  type StrategyExamples,
  strategyDetail,
} from './description.ts';

/** The USDC strategy in full: USDC in, raUSDC as receipt. */
const UsdcDetail = strategyDetail(
  'UsdcDetail',
  'usdc-earn',
  'USDC',
  closedObject('UsdcOnchain', {
    assetMint: AssetMint,
    receiptMint: ReceiptMint,
    receiptSymbol: ReceiptSymbol,
    vault: addressField('The vault.'),
  }),
);

export const UsdcStrategyAnswer = closedObject('UsdcStrategyAnswer', { strategy: UsdcDetail });

/** A deposit of USDC into the vault. */
export const UsdcStakeAnswer = closedObject('UsdcStakeAnswer', {
  strategy: Type.Literal('usdc-earn'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  route: VAULT_ROUTE,
  notes: Type.Optional(NotesField),
});

/** A withdrawal of USDC from the vault. */
export const UsdcInstantAnswer = closedObject('UsdcInstantAnswer', {
  strategy: Type.Literal('usdc-earn'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  route: VAULT_ROUTE,
  step: Type.Optional(
    oneOf(
      UNSTAKE_STEPS,
      'Only where it was asked for. request: this transaction pays no USDC yet. cancel: it pays none, and gives raUSDC back.',
    ),
  ),
  claimableAt: Type.Optional(
    text(
      'Only with step request: about when it can be claimed, ISO 8601 in UTC; counted from when it lands.',
    ),
  ),
  next: Type.Optional(SuggestedCall),
  notes: Type.Optional(NotesField),
});

const answers = {
  getStrategy: UsdcStrategyAnswer,
  stake: UsdcStakeAnswer,
  unstake: { instant: UsdcInstantAnswer },
} as const;

const WALLET = { strategy: 'usdc-earn', wallet: EXAMPLE.wallet };

const examples: StrategyExamples<typeof answers> = {
  stake: [{ summary: 'Put 250 USDC into the vault', body: { ...WALLET, amount: '250' } }],
  unstake: {
    instant: [
      {
        summary: 'Take the whole position out of the USDC vault',
        body: { ...WALLET, kind: 'instant', isWithdrawAll: true },
      },
    ],
  },
};

/** USDC into a vault and back. */
export const usdcEarn = defineStrategy('usdc-earn', answers, examples);
