import { type Static, Type } from 'typebox';
import { LedgerMoment } from '../builds.ts';
import { addressField, closedObject } from '../fields.ts';
import { ROUTES } from '../http.ts';
import { EXAMPLE, type Operation } from '../operation.ts';
import { AvailableAt, Quantity, SuggestedCall } from '../problems/problem.ts';
import { EXIT_PATHS, STRATEGY_KEYS } from '../strategy-key.ts';

export const STAKE_STATES = ['activating', 'active', 'deactivating', 'withdrawable', 'undelegated'] as const;

export const RECEIPT_STATES = ['active', 'requested', 'claimable'] as const;

export const POSITION_WARNINGS = [
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
  code: Type.Enum(POSITION_WARNINGS, { type: 'string' }),
  detail: Type.String({ description: 'Text for people; its wording may change.' }),
});
export type PositionWarning = Static<typeof PositionWarning>;

const Next = Type.Array(SuggestedCall, {
  description:
    'Every call that is possible now. Those to /split and /merge arrange stake accounts and take nothing out; all others do.',
});
const Warnings = Type.Array(PositionWarning);
const Lamports = (description: string) => Type.String({ description: `${description} Lamports.` });
const EpochOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** A stake account of the wallet, or one that it may deactivate or withdraw from. */
export const StakePosition = closedObject('StakePosition', {
  strategy: Type.Literal('sol-native-stake'),
  id: addressField('The stake account.'),
  stakeAccount: addressField('The same, as the operations name it.'),
  voteAccount: Type.Union([Type.String(), Type.Null()], {
    description: 'Vote account it is delegated to; null where it never was.',
  }),
  isOurValidator: Type.Boolean({ description: 'Whether it is delegated to the validator of this service.' }),
  state: Type.Enum(STAKE_STATES, {
    type: 'string',
    description:
      'deactivating: cooling down until its epoch ends. withdrawable: it has cooled down and earns nothing. undelegated: it never was delegated.',
  }),
  value: Quantity,
  parts: closedObject('StakeParts', {
    delegated: Lamports('Delegated to the validator.'),
    effective: Lamports('What of it earns rewards in the present epoch.'),
    rentReserve: Lamports('Stays until the account is closed.'),
    surplus: Lamports('Neither delegated nor reserve.'),
  }),
  authorities: closedObject('StakeAuthorities', {
    staker: addressField('May deactivate.'),
    withdrawer: addressField('May withdraw.'),
    lockup: Type.Union(
      [
        closedObject('StakeLockup', {
          epoch: Type.String({ description: 'In force before this epoch.' }),
          time: Type.Union([Type.String(), Type.Null()], {
            description: 'In force before this time, ISO 8601 in UTC; null where only the epoch counts.',
          }),
          custodian: addressField('May lift it.'),
        }),
        Type.Null(),
      ],
      { description: 'null unless it is in force.' },
    ),
  }),
  activationEpoch: EpochOrNull('Epoch of the delegation, as integer text.'),
  deactivationEpoch: EpochOrNull('Epoch of the deactivation, as integer text; null before.'),
  /** What the withdrawer can take out now. */
  withdrawable: Quantity,
  availableAt: Type.Union([AvailableAt, Type.Null()], {
    description: 'When stake that is cooling down can be withdrawn; null otherwise.',
  }),
  warnings: Warnings,
  next: Next,
});
export type StakePosition = Static<typeof StakePosition>;

export const ReceiptPosition = closedObject('ReceiptPosition', {
  strategy: Type.Enum(
    STRATEGY_KEYS.filter((key) => key !== 'sol-native-stake'),
    { type: 'string' },
  ),
  id: addressField('Mint of the receipt token; of a requested withdrawal the account of the request.'),
  state: Type.Enum(RECEIPT_STATES, {
    type: 'string',
    description:
      'requested: raUSDC in escrow for a withdrawal that waits. claimable: its waiting period is over.',
  }),
  receipt: Quantity,
  value: Quantity,
  rate: Type.String({
    description:
      'What one receipt is worth, in the asset of value: decimal text with 18 places, rounded down.',
  }),
  claimableAt: Type.Optional(
    Type.String({ description: 'Only requested and claimable: from when on, ISO 8601 in UTC.' }),
  ),
  exitPath: Type.Optional(
    Type.Enum(EXIT_PATHS, {
      type: 'string',
      description: 'Only sol-leveraged-stake: how an exit of everything would be paid now.',
    }),
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

export const WalletParams = Type.Object({
  wallet: Type.String({ description: 'Base58 address of the wallet.' }),
});
export type WalletParams = Static<typeof WalletParams>;

export const PositionsQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the answer before.' })),
  stakeAccounts: Type.Optional(
    Type.String({
      description: `Up to ${MAX_NAMED_STAKE_ACCOUNTS} base58 addresses with commas between, for a ledger node that does not search. Those that do not exist, or are not the wallet's, are left out of the answer.`,
    }),
  ),
});
export type PositionsQuery = Static<typeof PositionsQuery>;

export const MISSING_PARTS = ['stake-accounts', ...STRATEGY_KEYS] as const;

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
