import { Type } from 'typebox';
import { BUILD_FIELDS, routerQuoteFields } from '../builds.ts';
import {
  AMOUNT_USED,
  addressField,
  closedObject,
  lamportsField,
  NotesField,
  orNull,
  routerFields,
  text,
} from '../fields.ts';
import { EXAMPLE } from '../operation.ts';
import { SuggestedCall } from '../problems/problem.ts';
import { AssetMint, defineStrategy, type StrategyExamples, strategyDetail } from './description.ts';

export const ValidatorFacts = closedObject('ValidatorFacts', {
  delinquent: Type.Boolean({
    description: 'Whether it has not voted lately: stake with it earns nothing until it does.',
  }),
  commissionPercent: Type.Number({ description: 'Percent of rewards that it keeps, rounded up.' }),
  commissionPercentBefore: orNull(
    Type.Number(),
    'What it kept before, where it was less when this service began to look.',
  ),
  activatedStake: text('SOL delegated to it and active, as decimal text.'),
});

/** The native strategy in full: SOL delegated to the operator's validator. */
const NativeDetail = strategyDetail(
  'NativeDetail',
  'sol-native-stake',
  'SOL',
  closedObject('NativeOnchain', {
    validatorVoteAccount: addressField('Vote account the stake is delegated to.'),
    assetMint: AssetMint,
  }),
  { validator: orNull(ValidatorFacts, 'Null while it is not known.') },
);

export const NativeStrategyAnswer = closedObject('NativeStrategyAnswer', { strategy: NativeDetail });

/** A native delegation into a new stake account, which the service has already signed for. */
export const NativeStakeAnswer = closedObject('NativeStakeAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  ...BUILD_FIELDS,
  ...AMOUNT_USED,
  stakeAccount: addressField('The new stake account. Keep it: every later step needs it.'),
  stakeAccountSeed: Type.Optional(
    text(
      'Only with stakeAccountForm seed: text from which, with the wallet and the stake program, the address derives.',
    ),
  ),
  voteAccount: addressField("The validator's vote account."),
  rentExemptReserveLamports: lamportsField('Rent reserve of the stake account, paid on top of the amount.'),
  delegatedLamports: lamportsField('What is delegated, equal to the amount.'),
  notes: NotesField,
});

/** The cooldown of a native stake account begins. */
export const NativeDeactivateAnswer = closedObject('NativeDeactivateAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  kind: Type.Literal('deactivate'),
  ...BUILD_FIELDS,
  /** Only where amount is a part of the delegation that can be split off: the call that deactivates it alone. */
  instead: Type.Optional(SuggestedCall),
  notes: NotesField,
});

/** An active stake account traded for SOL at the router. */
export const NativeInstantAnswer = closedObject('NativeInstantAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  kind: Type.Literal('instant'),
  ...BUILD_FIELDS,
  ...routerFields('depositStake'),
  notes: Type.Optional(NotesField),
});

export const NativeQuoteAnswer = closedObject('NativeQuoteAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  kind: Type.Literal('instant'),
  ...routerQuoteFields('SOL'),
});

/** Lamports moved from an inactive stake account to the wallet. */
export const WithdrawAnswer = closedObject('WithdrawAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  ...BUILD_FIELDS,
  stakeAccount: addressField('The stake account asked about.'),
  withdrawnLamports: lamportsField('What moves to the wallet.'),
  notes: NotesField,
});

const answers = {
  getStrategy: NativeStrategyAnswer,
  stake: NativeStakeAnswer,
  unstake: { deactivate: NativeDeactivateAnswer, instant: NativeInstantAnswer },
  quote: NativeQuoteAnswer,
  withdraw: WithdrawAnswer,
} as const;

const ACCOUNT = {
  strategy: 'sol-native-stake',
  wallet: EXAMPLE.wallet,
  stakeAccount: EXAMPLE.stakeAccount,
};

const examples: StrategyExamples<typeof answers> = {
  stake: [
    {
      summary: 'Delegate 1.5 SOL',
      body: { strategy: 'sol-native-stake', wallet: EXAMPLE.wallet, amount: '1.5' },
    },
    {
      summary: 'Delegate 1.5 SOL, and be told what that does',
      body: {
        strategy: 'sol-native-stake',
        wallet: EXAMPLE.wallet,
        amount: '1.5',
        stakeAccountForm: 'seed',
        include: ['receipt', 'explanation'],
      },
    },
  ],
  unstake: {
    deactivate: [
      {
        summary: 'Begin the cooldown of a stake account',
        body: { ...ACCOUNT, kind: 'deactivate' },
      },
    ],
    instant: [{ summary: 'Trade an active stake account for SOL', body: { ...ACCOUNT, kind: 'instant' } }],
  },
  quote: [{ summary: 'What an active stake account fetches at once', body: { ...ACCOUNT, amount: 'max' } }],
  withdraw: [
    {
      summary: 'Empty and close a stake account',
      body: { wallet: EXAMPLE.wallet, stakeAccount: EXAMPLE.cooledStakeAccount },
    },
  ],
};

/** Delegation to the operator's validator, in a stake account of the wallet. */
export const solNativeStake = defineStrategy('sol-native-stake', answers, examples);
