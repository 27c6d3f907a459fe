import { type Static, Type } from 'typebox';
import { closedObject, oneOf, orNull, text, textOrNull } from '../fields.ts';
import { ROUTES } from '../http.ts';
import type { Operation } from '../operation.ts';
import { Quantity, TransactionFailure } from '../problems/problem.ts';

const TRANSACTION_STATUSES = ['landed', 'failed', 'pending', 'expired', 'unknown'] as const;

/** Most seconds that an answer is held back for. */
export const MAX_WAIT_SECONDS = 30;

const TransactionParams = Type.Object({
  signature: text('The first signature of the transaction, base58.'),
});

/** Texts, so that the service words the refusal itself. */
export const TransactionQuery = Type.Object({
  lastValidBlockHeight: Type.Optional(
    text('From expiry of the build answer. Without it, absence is never expired.'),
  ),
  wait: Type.Optional(
    text(
      `Whole seconds from 0 to ${MAX_WAIT_SECONDS}: the answer is held back until the status is landed, failed or expired, or the time is over. 0 when omitted.`,
    ),
  ),
});
export type TransactionQuery = Static<typeof TransactionQuery>;

export const BalanceChange = closedObject('BalanceChange', {
  account: text('The wallet, one of its token accounts, or a stake account. Base58.'),
  direction: oneOf(['in', 'out']),
  asset: text('Symbol of the asset, or its mint where it has none here.'),
  amount: text('Decimal text.'),
  baseUnits: text('The same in base units, as integer text.'),
});
export type BalanceChange = Static<typeof BalanceChange>;

export const TransactionAnswer = closedObject('TransactionAnswer', {
  signature: Type.String(),
  status: oneOf(
    TRANSACTION_STATUSES,
    'landed: executed. failed: executed and reverted; only its fee was taken; otherForm names what else of its build landed or can land. pending: it can land still. expired: this signature is in no block and can be in none, and the service knows of nothing else of its build that landed or can; it knows the build where a form of it came to a broadcast here in the last hour, and nothing of one that never did. unknown: no node knows it, and nothing says how long it lives; or it is dead, and otherForm names what else of its build landed or can land.',
  ),
  isFinal: Type.Boolean({ description: 'Whether the ledger can no longer take it back.' }),
  slot: textOrNull('Integer text; null unless it was executed.'),
  blockTime: textOrNull('ISO 8601 in UTC; null while not known.'),
  fee: orNull(Quantity, 'What the ledger took; null while not known.'),
  changes: orNull(
    Type.Array(BalanceChange),
    "What moved on the ledger in the payer's accounts and in stake accounts; of the payer's SOL with the fee. null while not known.",
  ),
  failure: orNull(TransactionFailure, 'null unless failed.'),
  otherForm: Type.Optional(
    closedObject('OtherForm', {
      signature: textOrNull(
        'null where it was not broadcast here, or where the other forms could not be looked up.',
      ),
      outcome: oneOf(
        ['landed', 'unknown'],
        'landed: executed. unknown: it can land still, or did and may be another build.',
      ),
    }),
  ),
  asOf: closedObject('AsOf', {
    slot: textOrNull('Newest slot that a node has shown, as integer text; null while none has.'),
    time: text('When it was looked for, by the clock of the service; ISO 8601 in UTC.'),
  }),
  explorer: text('Link to a block explorer.'),
});
export type TransactionAnswer = Static<typeof TransactionAnswer>;

export const getTransaction = {
  id: 'getTransaction',
  ...ROUTES.getTransaction,
  tag: 'transactions',
  summary: 'Ask what became of a transaction',
  description:
    'Looks on all nodes. Only landed, failed and expired are final words: build another transaction after expired or failed, never while it is pending or unknown. expired is said of the signature that is asked for: ask for each that the wallet has given you, or broadcast what it signed before you ask, so that the service knows the build. With wait the answer comes when there is such a word, or when the time is over; while very many wait, it may come at once.',
  params: TransactionParams,
  query: TransactionQuery,
  responses: { ok: TransactionAnswer },
  examples: {
    ok: [
      { summary: 'It landed' },
      { summary: 'A withdrawal before the stake was inactive' },
      { summary: 'Not seen yet' },
    ],
  },
} as const satisfies Operation;
