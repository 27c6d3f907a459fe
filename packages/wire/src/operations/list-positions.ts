import { type Static, Type } from 'typebox';
import { EXAMPLE } from '../example.ts';
import { addressField, closedObject } from '../fields/answer-fields.ts';
import { LedgerMoment } from '../fields/ledger-moment.ts';
import { ReceiptPosition, StakePosition } from '../fields/position.ts';
import type { Operation } from '../operation.ts';
import { Quantity } from '../problems/problem.ts';
import { ROUTES } from '../routes.ts';
import { STRATEGY_KEYS } from '../strategy-key.ts';

/** Most positions of one answer. */
export const POSITIONS_PER_PAGE = 300;

/** Most stake accounts that a request can name. */
export const MAX_NAMED_STAKE_ACCOUNTS = 100;

/** Whose positions are asked for. */
export const WalletParams = Type.Object({
  wallet: Type.String({ description: 'Base58 address of the wallet.' }),
});

/** Whose positions are asked for. */
export type WalletParams = Static<typeof WalletParams>;

/** Which positions are asked for. */
export const PositionsQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the answer before.' })),
  stakeAccounts: Type.Optional(
    Type.String({
      description: `Up to ${MAX_NAMED_STAKE_ACCOUNTS} base58 addresses with commas between, for a ledger node that does not search. Those that do not exist, or are not the wallet's, are left out of the answer.`,
    }),
  ),
});

/** Which positions are asked for. */
export type PositionsQuery = Static<typeof PositionsQuery>;

/** What can be missing of the positions. */
export const MISSING_PARTS = ['stake-accounts', ...STRATEGY_KEYS] as const;

/** Everything of a wallet in all strategies. */
export const PositionsAnswer = closedObject('PositionsAnswer', {
  wallet: addressField('The wallet.'),
  asOf: LedgerMoment,
  isComplete: Type.Boolean({ description: 'Whether nothing is missing.' }),
  missing: Type.Array(Type.Enum(MISSING_PARTS, { type: 'string' }), {
    description:
      'What could not be read. stake-accounts: no ledger node searches for them now; name yours in stakeAccounts.',
  }),
  totals: Type.Array(Quantity, {
    description: 'Values of all positions together, those of other pages included, by asset.',
  }),
  positions: Type.Array(Type.Union([StakePosition, ReceiptPosition])),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: `Send it as cursor for the next ${POSITIONS_PER_PAGE}; null at the end.`,
  }),
});

/** Everything of a wallet in all strategies. */
export type PositionsAnswer = Static<typeof PositionsAnswer>;

/** `GET /wallets/{wallet}/positions`: everything of a wallet in all strategies. */
export const listPositions = {
  id: 'listPositions',
  ...ROUTES.listPositions,
  tag: 'wallets',
  summary: 'List the positions of a wallet',
  description:
    'Finds every stake account that the wallet may deactivate or withdraw from, lost ones included, and its receipt tokens, all read at once. Says of each what it is worth, when it can be withdrawn and which calls are possible now, ready to post. Answers of the last two seconds are given again. The dates of withdrawals are also a calendar, at /wallets/{wallet}/calendar.ics.',
  params: WalletParams,
  query: PositionsQuery,
  responses: { ok: PositionsAnswer },
  examples: {
    ok: [{ summary: 'Stake accounts and receipt tokens', params: { wallet: EXAMPLE.wallet }, query: {} }],
  },
} as const satisfies Operation;
