import { type Static, Type } from 'typebox';
import { EXIT_PATHS, STRATEGY_KEYS } from '../assets.ts';
import { LedgerMoment } from '../builds.ts';
import { addressField, closedObject, oneOf, orNull, text, textOrNull } from '../fields.ts';
import { ROUTES } from '../http.ts';
import { EXAMPLE, type Operation } from '../operation.ts';
import { AvailableAt, Quantity, SuggestedCall } from '../problems/problem.ts';
import { Obstacle } from './limits.ts';

const STAKE_STATES = ['activating', 'active', 'deactivating', 'withdrawable', 'undelegated'] as const;

const RECEIPT_STATES = ['active', 'requested', 'claimable'] as const;

const POSITION_WARNINGS = [
  'LOCKUP_IN_FORCE',
  'NOT_STAKER',
  'NOT_WITHDRAWER',
  'OTHER_VALIDATOR',
  'VALIDATOR_DELINQUENT',
  'IDLE_SINCE_EPOCH',
  'SURPLUS_NOT_EARNING',
  'MERGEABLE_WITH',
  'REWARDS_BEING_PAID',
  'EXIT_NOT_POSSIBLE',
] as const;

export const PositionWarning = closedObject('PositionWarning', {
  code: oneOf(POSITION_WARNINGS),
  detail: text('Text for people; its wording may change.'),
});
export type PositionWarning = Static<typeof PositionWarning>;

const Next = Type.Array(SuggestedCall, {
  description:
    'Every call that is possible now. Those to /split and /merge arrange stake accounts and take nothing out; all others do.',
});
const Warnings = Type.Array(PositionWarning);
const Lamports = (description: string) => text(`${description} Lamports.`);

/** A stake account of the wallet, or one that it may deactivate or withdraw from. */
export const StakePosition = closedObject('StakePosition', {
  strategy: Type.Literal('sol-native-stake'),
  id: addressField('The stake account.'),
  stakeAccount: addressField('The same, as the operations name it.'),
  voteAccount: textOrNull('Vote account it is delegated to; null where it never was.'),
  isOurValidator: Type.Boolean({ description: 'Whether it is delegated to the validator of this service.' }),
  state: oneOf(
    STAKE_STATES,
    'deactivating: cooling down until its epoch ends. withdrawable: it has cooled down and earns nothing. undelegated: it never was delegated.',
  ),
  value: Quantity,
  parts: closedObject('StakeParts', {
    delegated: Lamports('Delegated to the validator.'),
    effective: Lamports('What of it earns rewards in the present epoch.'),
    rentReserve: Lamports(
      'What it holds beside the delegation of the rent that the ledger demands now; stays until the account is closed.',
    ),
    surplus: Lamports('Neither delegated nor reserve.'),
  }),
  authorities: closedObject('StakeAuthorities', {
    staker: addressField('May deactivate.'),
    withdrawer: addressField('May withdraw.'),
    lockup: orNull(
      closedObject('StakeLockup', {
        epoch: text('In force before this epoch.'),
        time: textOrNull('In force before this time, ISO 8601 in UTC; null where only the epoch counts.'),
        custodian: addressField('May lift it.'),
      }),
      'null unless it is in force.',
    ),
  }),
  activationEpoch: textOrNull('Epoch of the delegation, as integer text.'),
  deactivationEpoch: textOrNull('Epoch of the deactivation, as integer text; null before.'),
  withdrawable: Quantity,
  availableAt: orNull(AvailableAt, 'When stake that is cooling down can be withdrawn; null otherwise.'),
  warnings: Warnings,
  next: Next,
});
export type StakePosition = Static<typeof StakePosition>;

export const ReceiptPosition = closedObject('ReceiptPosition', {
  strategy: oneOf(STRATEGY_KEYS.filter((key) => key !== 'sol-native-stake')),
  id: addressField('Mint of the receipt token; of a requested withdrawal the account of the request.'),
  state: oneOf(
    RECEIPT_STATES,
    'requested: raUSDC in escrow for a withdrawal that waits. claimable: its waiting period is over.',
  ),
  receipt: Quantity,
  value: Quantity,
  rate: text('What one receipt is worth, in the asset of value: decimal text with 18 places, rounded down.'),
  claimableAt: Type.Optional(text('Only requested and claimable: from when on, ISO 8601 in UTC.')),
  exitPath: Type.Optional(
    oneOf(EXIT_PATHS, 'Only sol-leveraged-stake: how an exit of everything would be paid now.'),
  ),
  warnings: Warnings,
  next: Next,
});
export type ReceiptPosition = Static<typeof ReceiptPosition>;

/** Something of the wallet's in a strategy. */
export type Position = StakePosition | ReceiptPosition;

/** Most positions of one answer. */
export const POSITIONS_PER_PAGE = 300;

/** Most stake accounts that a request can name. */
export const MAX_NAMED_STAKE_ACCOUNTS = 100;

const WalletParams = Type.Object({
  wallet: text('Base58 address of the wallet.'),
});

/** The further parts that positions are asked for. */
export const POSITION_PARTS = ['earned'] as const;

const PositionsQuery = Type.Object({
  cursor: Type.Optional(text('nextCursor of the answer before.')),
  include: Type.Optional(
    Type.String({
      description:
        'earned, once: adds what each strategy earned, read from the history of the wallet: up to 500 transactions and 200 epochs, so that the answer takes longer.',
      'x-values': [...POSITION_PARTS],
    }),
  ),
  stakeAccounts: Type.Optional(
    text(
      `Up to ${MAX_NAMED_STAKE_ACCOUNTS} base58 addresses with commas between, for a ledger node that does not search. Those that do not exist, or are not the wallet's, are left out of the answer.`,
    ),
  ),
});

const Earned = closedObject('Earned', {
  strategy: oneOf(STRATEGY_KEYS),
  since: textOrNull('Time of its first row in the history, ISO 8601 in UTC.'),
  balance: Quantity,
  netDeposits: orNull(
    Quantity,
    'What went in less what came out, in the asset of balance; below zero where more came out. balance is netDeposits and earned together, to the base unit. null where the history does not say it.',
  ),
  earned: orNull(
    Quantity,
    'Earned since the first deposit; below zero for a loss. null where netDeposits is.',
  ),
  lastEpoch: orNull(
    Quantity,
    'Of it with the end of the last epoch: paid to stake, or the gain of what was held by the rates that this service captured. null without these.',
  ),
  realisedPercent: textOrNull(
    'Earned by what was in, each deposit as long as it was: percent of a year of 365 days, simple interest. null where it cannot be said.',
  ),
  advertisedPercent: textOrNull('The APY of the strategy now, percent. null while it is not known.'),
  known: oneOf(
    ['ledger', 'rate'],
    'ledger: all that went in and out is as the ledger moved it. rate: of something the worth is by the rate that this service captured in its epoch.',
  ),
  isComplete: Type.Boolean({ description: 'Whether the whole history was read and lacks nothing.' }),
  reason: textOrNull('Why it is not complete. Text for people; its wording may change.'),
});
export type Earned = Static<typeof Earned>;

export const MISSING_PARTS = ['stake-accounts', ...STRATEGY_KEYS] as const;

export const PositionsAnswer = closedObject('PositionsAnswer', {
  wallet: addressField('The wallet.'),
  asOf: LedgerMoment,
  isComplete: Type.Boolean({ description: 'Whether nothing is missing.' }),
  missing: Type.Array(oneOf(MISSING_PARTS), {
    description:
      'What could not be read. stake-accounts: no ledger node searches for them now; name yours in stakeAccounts.',
  }),
  searched: oneOf(
    ['all', 'history', 'named'],
    'Where stake accounts were looked for. all: among all of the ledger. history: no ledger node searches them; among those that the newest transactions of the wallet wrote, and those named. named: only those named.',
  ),
  totals: Type.Array(Quantity, {
    description:
      'Values of all positions together, those of other pages included, by asset; without stake that another withdrawer owns.',
  }),
  positions: Type.Array(Type.Union([StakePosition, ReceiptPosition])),
  nextCursor: textOrNull(`Send it as cursor for the next ${POSITIONS_PER_PAGE}; null at the end.`),
  earned: Type.Optional(
    Type.Array(Earned, {
      description:
        'Only where include asks for it: by strategy, all that the wallet has or had in it together. Where the history is too long, all strategies, without figures.',
    }),
  ),
});
export type PositionsAnswer = Static<typeof PositionsAnswer>;

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

/** Most wallets of one request. */
export const MAX_WALLETS = 100;
/** Most positions that a wallet has in the answer for many. */
export const POSITIONS_OF_EACH = 30;

export const ManyPositionsBody = Type.Object(
  {
    wallets: Type.Array(Type.String(), {
      description: `Base58 addresses of 1 to ${MAX_WALLETS} wallets, each once.`,
    }),
    include: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'earned: adds what each strategy earned, read from the histories: of n wallets up to 2500/n transactions and 1000/n epochs of each, at most 500 and 200. A wallet with a longer history has null and the reason: fewer wallets at once have more of it.',
        examples: [[...POSITION_PARTS]],
      }),
    ),
  },
  { title: 'ManyPositionsBody' },
);

/** A wallet that is refused; the others are answered. */
export const RefusedWallet = closedObject('RefusedWallet', {
  wallet: text('As the request has it.'),
  problem: Obstacle,
});

export const ManyPositionsAnswer = closedObject('ManyPositionsAnswer', {
  wallets: Type.Array(Type.Union([PositionsAnswer, RefusedWallet]), {
    description: `In the order of the request: as GET /wallets/{wallet}/positions answers, with at most ${POSITIONS_OF_EACH} positions, or the problem of this wallet. Of further positions that operation has the next page, by nextCursor.`,
  }),
});
export type ManyPositionsAnswer = Static<typeof ManyPositionsAnswer>;

export const listManyPositions = {
  id: 'listManyPositions',
  ...ROUTES.listManyPositions,
  tag: 'wallets',
  summary: 'List the positions of many wallets',
  description: `Reads up to ${MAX_WALLETS} wallets in one answer, many in each call to the ledger, so that asOf may differ between wallets. A wallet that is refused has its problem in its place and leaves the others as they are; without the ledger all are refused at once. totals of a wallet count all its positions. Answers of the last two seconds are given again.`,
  body: ManyPositionsBody,
  responses: { ok: ManyPositionsAnswer },
  examples: {
    ok: [
      {
        summary: 'A wallet, and an address that is none',
        body: { wallets: [EXAMPLE.wallet, 'no-address'] },
      },
    ],
  },
} as const satisfies Operation;
