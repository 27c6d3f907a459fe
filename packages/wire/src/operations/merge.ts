import { type Static, Type } from 'typebox';
import { MergeBody } from '../bodies/merge-body.ts';
import { EXAMPLE } from '../example.ts';
import { addressField, closedObject, lamportsField, NotesField } from '../fields/answer-fields.ts';
import { BUILD_FIELDS } from '../fields/build-fields.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';

/** Stake accounts of the wallet become one. */
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

/** Stake accounts of the wallet become one. */
export type MergeAnswer = Static<typeof MergeAnswer>;

/** `POST /merge`: builds the transaction that makes one stake account of several. */
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
