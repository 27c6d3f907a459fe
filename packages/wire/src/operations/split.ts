import { type Static, Type } from 'typebox';
import { SplitBody } from '../bodies/split-body.ts';
import { EXAMPLE } from '../example.ts';
import { addressField, closedObject, lamportsField, NotesField } from '../fields/answer-fields.ts';
import { BUILD_FIELDS } from '../fields/build-fields.ts';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';

/** A part of a stake account moves into a new one of the same wallet. */
export const SplitAnswer = closedObject('SplitAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  ...BUILD_FIELDS,
  stakeAccount: addressField('The stake account asked about, which keeps the rest.'),
  newStakeAccount: addressField('The new stake account. Keep it: every later step needs it.'),
  stakeAccountSeed: Type.String({
    description: 'Text from which, with the wallet and the stake program, newStakeAccount derives.',
  }),
  splitLamports: lamportsField('What is delegated in the new account, equal to the amount.'),
  rentExemptReserveLamports: lamportsField(
    'Rent reserve of the new account, which the wallet pays and gets back when the account is closed or merged and withdrawn.',
  ),
  notes: NotesField,
});

/** A part of a stake account moves into a new one of the same wallet. */
export type SplitAnswer = Static<typeof SplitAnswer>;

/** `POST /split`: builds the transaction that makes two stake accounts of one. */
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
