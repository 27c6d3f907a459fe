import { type Static, Type } from 'typebox';
import { AvailableAt } from '../problems/available-at.ts';
import { Quantity } from '../problems/problem.ts';
import { STRATEGY_KEYS } from '../strategy-key.ts';
import { closedObject } from './answer-fields.ts';
import { ReceiptCost } from './receipt.ts';
import { Obstacle } from './strategy-limits.ts';
import { SuggestedCall } from './suggested-call.ts';

/** The ways out of a position, from the first transaction to what arrives last. */
export const EXIT_OPTION_PATHS = [
  'instant',
  'slow',
  'deactivate',
  'withdraw',
  'instant-then-instant',
] as const;

/** One of {@link EXIT_OPTION_PATHS}. */
export type ExitOptionPath = (typeof EXIT_OPTION_PATHS)[number];

const OptionPath = Type.Enum(EXIT_OPTION_PATHS, {
  type: 'string',
  description:
    'The kinds of unstake in their order; withdraw is that of a stake account that has cooled down, and ends deactivate and slow as well.',
});

const Problem = Type.Union([Obstacle, Type.Null()], { description: 'Why not; null where it is available.' });

/** What the wallet has more of at the end of a path. */
const OptionReceive = closedObject('OptionReceive', {
  expected: Quantity,
  atLeast: Type.Union([Quantity, Type.Null()], {
    description:
      'The calls of next pay no less, or are refused. null where nothing in the transaction makes sure of a minimum.',
  }),
});

/** One way out of a position. */
export const ExitOption = closedObject('ExitOption', {
  path: OptionPath,
  isAvailable: Type.Boolean(),
  problem: Problem,
  via: Type.Union([Type.String(), Type.Null()], { description: 'Who pays, for people.' }),
  transactions: Type.Integer({ description: 'How often the wallet signs.' }),
  receive: Type.Union([OptionReceive, Type.Null()], {
    description: 'Net: of SOL, fees and rent of all transactions are taken off.',
  }),
  costs: Type.Array(ReceiptCost, { description: 'Of all transactions, in SOL.' }),
  rewards: Type.Union([Quantity, Type.Null()], {
    description:
      'What stake that stays until availableAt is expected to earn on top, at the present APY; null where nothing, or not known.',
  }),
  availableAt: Type.Union([AvailableAt, Type.Null()], {
    description: 'When the last transaction is possible; null: at once.',
  }),
  costOfHaste: Type.Union(
    [
      closedObject('CostOfHaste', {
        ...Quantity.properties,
        perYearPercent: Type.Union([Type.String(), Type.Null()], {
          description:
            'The same as interest for the time that is saved, in percent a year; null where that is not known.',
        }),
      }),
      Type.Null(),
    ],
    {
      description:
        'What the slowest path in the same asset is expected to bring more, its rewards included; null for that one.',
    },
  ),
  next: Type.Array(SuggestedCall, {
    description: 'The calls in their order, the first of them ready to post.',
  }),
});

/** One way out of a position. */
export type ExitOption = Static<typeof ExitOption>;

/** What can go wrong with a strategy, for people who do not know it. */
export const OptionRisk = closedObject('OptionRisk', {
  code: Type.String({ description: 'Stable word.' }),
  detail: Type.String({ description: 'Text for people; its wording may change.' }),
});

/** What can go wrong with a strategy. */
export type OptionRisk = Static<typeof OptionRisk>;

/** One strategy that an amount can go into. */
export const EntryOption = closedObject('EntryOption', {
  strategy: Type.Enum(STRATEGY_KEYS, { type: 'string' }),
  isAvailable: Type.Boolean(),
  problem: Problem,
  receive: Type.Union([OptionReceive, Type.Null()], {
    description: 'The receipt, or the delegated SOL.',
  }),
  costs: Type.Array(ReceiptCost, { description: 'Of the stake, in SOL.' }),
  rentLocked: Type.Union([Quantity, Type.Null()], {
    description: 'Rent among costs that comes back at the end.',
  }),
  leaveAtOnce: Type.Union(
    [
      closedObject('LeaveAtOnce', {
        receive: Quantity,
        cost: Quantity,
      }),
      Type.Null(),
    ],
    {
      description:
        'What is expected back of the amount by leaving at once, and what going in and out costs of it, fees in SOL included where SOL goes in; null where nobody prices it now.',
    },
  ),
  apyPercent: Type.Union([Type.Number(), Type.Null()], {
    description: 'live.apy of the strategy; null while it is not known.',
  }),
  breakEvenDays: Type.Union([Type.String(), Type.Null()], {
    description:
      'Days at the present APY after which the yield has paid for going in and out at once: decimal text, rounded up to a tenth. null where that is not known, or never.',
  }),
  risks: Type.Array(OptionRisk, { description: 'An APY says nothing without them.' }),
  next: Type.Array(SuggestedCall, { description: 'The stake, ready to post.' }),
});

/** One strategy that an amount can go into. */
export type EntryOption = Static<typeof EntryOption>;
