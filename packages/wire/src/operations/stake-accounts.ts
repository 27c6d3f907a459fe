import { type Static, Type } from 'typebox';
import { AFTER_SPLIT } from '../assets.ts';
import { BUILD_FIELDS } from '../builds.ts';
import {
  addressField,
  BUILD_OPTIONS,
  closedObject,
  lamportsField,
  MAX_SAFE_JSON_INTEGER,
  NotesField,
  stakeAccountField,
  text,
  WalletField,
} from '../fields.ts';
import { HEADERS, ROUTES } from '../http.ts';
import { EXAMPLE, type Operation } from '../operation.ts';
import { STRATEGIES, WITHDRAW_ANSWERS } from '../strategies/index.ts';

export const WithdrawBody = Type.Object(
  {
    wallet: WalletField,
    stakeAccount: stakeAccountField('To be emptied.'),
    lamports: Type.Optional(
      Type.Integer({
        description:
          'Withdraws only this many lamports. When omitted, withdraws everything and closes the account.',
        minimum: 1,
        maximum: MAX_SAFE_JSON_INTEGER,
      }),
    ),
    ...BUILD_OPTIONS,
  },
  { title: 'WithdrawBody' },
);
export type WithdrawBody = Static<typeof WithdrawBody>;

export const withdraw = {
  id: 'withdraw',
  ...ROUTES.withdraw,
  tag: 'transactions',
  summary: 'Build a withdrawal from a stake account',
  description:
    'Withdraws from a stake account whose deactivation epoch has passed; earlier requests get STAKE_NOT_INACTIVE. The state changes only at epoch boundaries, so one request per epoch is enough.',
  body: WithdrawBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: WITHDRAW_ANSWERS,
  unavailableAs: 'upstream_error',
  examples: Object.fromEntries(
    Object.values(STRATEGIES).flatMap(({ key, examples }) =>
      'withdraw' in examples ? [[key, examples.withdraw]] : [],
    ),
  ),
} as const satisfies Operation;

export const SplitBody = Type.Object(
  {
    wallet: WalletField,
    stakeAccount: stakeAccountField('To be split; the wallet holds both of its authorities.'),
    amount: Type.String({
      description:
        'SOL of the delegation that moves into the new account. Positive decimal text without sign, exponent or leading zeros, at most 9 decimal places. Both accounts must be left with the minimum delegation of GET /limits.',
      examples: ['1.5'],
    }),
    then: Type.Optional(
      Type.String({
        description: `One of: ${AFTER_SPLIT.join(', ')}. deactivate begins the cooldown of the new account in the same transaction. When omitted, the new account is as active as the old one.`,
        'x-values': [...AFTER_SPLIT],
      }),
    ),
    ...BUILD_OPTIONS,
  },
  { title: 'SplitBody' },
);
export type SplitBody = Static<typeof SplitBody>;

/** A part of a stake account moves into a new one of the same wallet. */
export const SplitAnswer = closedObject('SplitAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  ...BUILD_FIELDS,
  stakeAccount: addressField('The stake account asked about, which keeps the rest.'),
  newStakeAccount: addressField('The new stake account. Keep it: every later step needs it.'),
  stakeAccountSeed: text('Text from which, with the wallet and the stake program, newStakeAccount derives.'),
  splitLamports: lamportsField('What is delegated in the new account, equal to the amount.'),
  rentExemptReserveLamports: lamportsField(
    'Rent reserve of the new account, which the wallet pays and gets back when the account is closed or merged and withdrawn.',
  ),
  notes: NotesField,
});

export const split = {
  id: 'split',
  ...ROUTES.split,
  tag: 'transactions',
  summary: 'Build a split of a stake account',
  description:
    'Moves a part of the delegation into a new stake account of the wallet, for a partial exit: the new account is then deactivated, traded or kept on its own. Its address derives from the wallet, so only the wallet signs. With then deactivate its cooldown begins in the same transaction. Refused where either account would be left with less than the minimum delegation, or a lockup is in force. Broadcast with route=rpc.',
  body: SplitBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: { 'sol-native-stake': SplitAnswer },
  examples: {
    'sol-native-stake': [
      {
        summary: 'Split 1.5 SOL off a stake account',
        body: { wallet: EXAMPLE.wallet, stakeAccount: EXAMPLE.stakeAccount, amount: '1.5' },
      },
      {
        summary: 'Begin the cooldown of 1.5 SOL of a stake account',
        body: {
          wallet: EXAMPLE.wallet,
          stakeAccount: EXAMPLE.stakeAccount,
          amount: '1.5',
          then: 'deactivate',
        },
      },
    ],
  },
} as const satisfies Operation;

/** Stake accounts that one transaction merges at most. */
export const MAX_MERGED = 7;

export const MergeBody = Type.Object(
  {
    wallet: WalletField,
    into: text('The stake account that stays: base58 of 32 bytes.'),
    from: Type.Array(Type.String(), {
      description: `1 to ${MAX_MERGED} stake accounts that become part of it and are closed, each once.`,
    }),
    ...BUILD_OPTIONS,
  },
  { title: 'MergeBody' },
);
export type MergeBody = Static<typeof MergeBody>;

export const MergeAnswer = closedObject('MergeAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  ...BUILD_FIELDS,
  into: addressField('The stake account that stays.'),
  from: Type.Array(Type.String(), { description: 'The stake accounts that are closed, in the order asked.' }),
  mergedLamports: lamportsField('All that moves into the account that stays, rent reserves among it.'),
  idleLamports: lamportsField(
    'What of it earns nothing there afterwards, at the most: withdraw takes it with lamports. 0 where all of it is delegated or can be withdrawn with the rest.',
  ),
  notes: NotesField,
});

export const merge = {
  id: 'merge',
  ...ROUTES.merge,
  tag: 'transactions',
  summary: 'Build a merge of stake accounts',
  description:
    'Merges stake accounts of the wallet into one of them and closes the others. They must have the same lockup, and the wallet for both authorities; active ones are merged with active ones of the same validator, those of this epoch with each other or with inactive ones, inactive ones with inactive ones. Nothing is merged that cools down. GET /wallets/{wallet}/positions names what can be merged. Broadcast with route=rpc.',
  body: MergeBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: { 'sol-native-stake': MergeAnswer },
  examples: {
    'sol-native-stake': [
      {
        summary: 'Merge an active stake account into another one',
        body: { wallet: EXAMPLE.wallet, into: EXAMPLE.stakeAccount, from: [EXAMPLE.secondStakeAccount] },
      },
    ],
  },
} as const satisfies Operation;
