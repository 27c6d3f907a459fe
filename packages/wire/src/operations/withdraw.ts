import { type Static, Type } from 'typebox';
import { HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  addressField,
  BUILD_FIELDS,
  closedObject,
  lamportsField,
  MAX_SAFE_JSON_INTEGER,
  NotesField,
} from './answer-fields.ts';
import { stakeAccountField, WalletField } from './body-fields.ts';

/** Which inactive stake account to empty. */
export const WithdrawBody = Type.Object(
  {
    wallet: WalletField,
    stakeAccount: stakeAccountField('To be emptied.'),
    lamports: Type.Optional(
      Type.Integer({
        description: 'Takes out only this many lamports. Everything when omitted, which closes the account.',
        minimum: 1,
        maximum: MAX_SAFE_JSON_INTEGER,
      }),
    ),
  },
  { title: 'WithdrawBody' },
);

/** Which inactive stake account to empty. */
export type WithdrawBody = Static<typeof WithdrawBody>;

/** Lamports moved from an inactive stake account to the wallet. */
export const WithdrawAnswer = closedObject('WithdrawAnswer', {
  strategy: Type.Literal('sol-native-stake'),
  ...BUILD_FIELDS,
  stakeAccount: addressField('The stake account asked about.'),
  withdrawnLamports: lamportsField('What moves to the wallet.'),
  notes: NotesField,
});

/** Lamports moved from an inactive stake account to the wallet. */
export type WithdrawAnswer = Static<typeof WithdrawAnswer>;

/** `POST /withdraw`: builds the transaction that empties or closes an inactive stake account. */
export const withdraw = {
  id: 'withdraw',
  method: 'POST',
  path: '/withdraw',
  tag: 'transactions',
  summary: 'Build a withdrawal from a stake account',
  description:
    'Works on a stake account whose deactivation epoch has passed; before that the ledger refuses the transaction. Asking more than once per epoch gains nothing.',
  body: WithdrawBody,
  requestHeaders: [HEADERS.idempotencyKey],
  responses: { ok: WithdrawAnswer },
} as const satisfies Operation;
