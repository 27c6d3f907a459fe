import { type Static, Type } from 'typebox';
import { STRATEGY_KEYS } from '../assets.ts';
import { LedgerMoment } from '../builds.ts';
import { addressField, closedObject, oneOf, orNull, text, textOrNull } from '../fields.ts';
import { ROUTES } from '../http.ts';
import { EXAMPLE, LAST_EVENT_ID, type Operation } from '../operation.ts';
import { Quantity } from '../problems/problem.ts';
import { MAX_WAIT_SECONDS } from './get-transaction.ts';

export const HISTORY_TYPES = [
  'deposit',
  'exit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'reward',
  'active',
  'deactivating',
  'withdrawable',
  'claimable',
  'validator_delinquent',
  'commission_changed',
  'failed',
] as const;

/** The parts of a history that can be missing. */
export const MISSING_HISTORY = ['stake-accounts', 'transactions', 'rewards', 'dates', 'rates'] as const;

const HistoryRow = closedObject('HistoryRow', {
  cursor: text('Its place: slot and position. Send it as after to read on from this row.'),
  type: oneOf(
    HISTORY_TYPES,
    'deposit: something was paid, and the position grew. exit: the way out, at once or its first step. withdrawal: the money of a way out of two steps. transfer_in, transfer_out: the position changed and nothing was paid for it. reward: what the ledger paid to stake at the end of an epoch, or what a receipt gained in worth while the epoch ran. active, withdrawable: with the end of an epoch all stake of the account earns, or is free. claimable: the waiting period of a withdrawal that was requested of the USDC vault is over. deactivating: so much stake of all leaves that a part of it has to wait for another epoch. validator_delinquent: an epoch in which all stake of the account was active paid nothing; as a rule its validator did not vote. commission_changed: the validator kept another part of what an epoch paid than of the epoch before. failed: a transaction that the wallet paid for and that changed nothing. Further words may be added.',
  ),
  strategy: oneOf(STRATEGY_KEYS),
  account: addressField('The stake account that changed most, or the token account of the receipt.'),
  signature: textOrNull('Of the transaction, base58; null for what comes with time alone.'),
  time: textOrNull(
    'Time of the block, ISO 8601 in UTC; null where the node does not say. Of what comes with the end of an epoch that of the end.',
  ),
  slot: text('Integer text.'),
  epoch: text('Integer text.'),
  in: Type.Array(Quantity, {
    description:
      'What the wallet and its positions gained. staked SOL is what stake accounts of the wallet hold, rent included.',
  }),
  out: Type.Array(Quantity, { description: 'What they lost, fee and tip left out.' }),
  fee: orNull(Quantity, 'Paid by the wallet to the ledger; once for all rows of a transaction.'),
  tip: orNull(
    Quantity,
    'Paid by the wallet to tip accounts of landing services; once for all rows of a transaction. null where none was paid.',
  ),
  rate: textOrNull(
    'Of commission_changed the commission from then on, in percent. Of known rate what in or out were computed with: the change of what one receipt is worth; null where the ledger says them.',
  ),
  known: oneOf(
    ['ledger', 'rate', 'computed'],
    'ledger: read from a transaction, or from what the ledger says it paid. rate: receipts held at the end of the epoch times the recorded change of their rate, in the asset that they are worth, rounded down; a loss is in out. No units move. computed: follows from the delegation, the epochs of the ledger and what they paid, or from a request and the times of blocks.',
  ),
});
export type HistoryRow = Static<typeof HistoryRow>;

const MissingHistory = closedObject('MissingHistory', {
  part: oneOf(MISSING_HISTORY),
  slot: textOrNull('Slot at which it is missing, or below which; integer text.'),
  reason: text('Text for people; its wording may change.'),
});
export type MissingHistory = Static<typeof MissingHistory>;

export const WalletHistoryAnswer = closedObject('WalletHistoryAnswer', {
  wallet: addressField('The wallet.'),
  asOf: LedgerMoment,
  rows: Type.Array(HistoryRow, { description: 'Newest first; with after oldest first.' }),
  nextCursor: textOrNull(
    'Send it as cursor, or as after where that was sent, for what follows. There may be more although rows are fewer than limit. null at the beginning of the history.',
  ),
  isComplete: Type.Boolean({ description: 'Whether nothing is missing of what this page covers.' }),
  missing: Type.Array(MissingHistory, { description: 'What could not be read.' }),
});
export type WalletHistoryAnswer = Static<typeof WalletHistoryAnswer>;

/** Rows of a page: unless asked for, and at most. */
export const HISTORY_LIMIT = { usual: 50, most: 200 } as const;

const HistoryQuery = Type.Object({
  limit: Type.Optional(
    text(`Rows at most: 1 to ${HISTORY_LIMIT.most}, ${HISTORY_LIMIT.usual} unless given.`),
  ),
  cursor: Type.Optional(text('nextCursor of the page before: reads on into the past.')),
  after: Type.Optional(
    text('cursor of a row, or a slot: reads what came after it, oldest first. Not together with cursor.'),
  ),
  wait: Type.Optional(
    text(
      `Only with after. Whole seconds from 0 to ${MAX_WAIT_SECONDS}: an answer without rows is held back until there is one, or the time is over. 0 when omitted.`,
    ),
  ),
  strategy: Type.Optional(
    Type.String({
      description: `Only rows of one strategy: ${STRATEGY_KEYS.join(', ')}.`,
      'x-values': [...STRATEGY_KEYS],
    }),
  ),
  type: Type.Optional(
    Type.String({
      description: `Only rows of one type: ${HISTORY_TYPES.join(', ')}.`,
      'x-values': [...HISTORY_TYPES],
    }),
  ),
  from: Type.Optional(text('Only rows of this epoch and later, integer text less than 2^64. Not after to.')),
  to: Type.Optional(text('Only rows of this epoch and earlier, integer text less than 2^64.')),
  format: Type.Optional(
    Type.String({
      description:
        'Only with Accept: text/csv. plain: the members of rows, a line for each asset. universal: the columns that tax programs import, a line for each transaction or reward. plain when omitted.',
      'x-values': ['plain', 'universal'],
    }),
  ),
});

export const walletHistory = {
  id: 'walletHistory',
  ...ROUTES.walletHistory,
  tag: 'wallets',
  summary: 'List what a wallet put in, took out and was paid',
  description:
    'Reads the history of a wallet in all strategies from the ledger: nothing of it is kept here, so that it is the same for a wallet that staked elsewhere or long ago. For each strategy in less out of its unit (staked SOL, raSOL, raSOL Max, raUSDC) add up to what the wallet holds, to the base unit, as long as nothing is missing. Only confirmed transactions are rows. A page reads at most 100 transactions, or 400 where its first rewards need them, and 40 epochs, so that it may have few rows, or none, and still a nextCursor.',
  params: Type.Object({ wallet: text('Base58 address of the wallet.') }),
  query: HistoryQuery,
  requestHeaders: [LAST_EVENT_ID],
  responses: { ok: WalletHistoryAnswer },
  forms: {
    'text/csv':
      'The whole history from its newest row on as a table, as format says, with strategy, type, from and to; without limit, cursor, after and wait. What is missing has a line of its own. It breaks off where the ledger fails.',
    'text/event-stream':
      'Server-sent events: rows after Last-Event-ID, after, or the present, oldest first, as they come. id is the cursor, event the type of the row, data the row as JSON. An event missing has an item of missing, an event problem ends the stream with a problem; a comment is sent every 15 seconds.',
  },
  examples: {
    ok: [{ summary: 'The newest rows', params: { wallet: EXAMPLE.wallet }, query: { limit: '4' } }],
  },
} as const satisfies Operation;
