import { type Static, Type } from 'typebox';
import { INPUT_ASSETS, STRATEGY_KEYS } from '../assets.ts';
import { LedgerMoment, ReceiptCost } from '../builds.ts';
import {
  addressField,
  amountField,
  closedObject,
  oneOf,
  orNull,
  stakeAccountField,
  strategyField,
  text,
  textOrNull,
  WalletField,
} from '../fields.ts';
import { ROUTES } from '../http.ts';
import { EXAMPLE, type Operation } from '../operation.ts';
import { AvailableAt, Quantity, SuggestedCall } from '../problems/problem.ts';
import { Obstacle } from './limits.ts';

/** The ways out of a position, from the first transaction to what arrives last. */
const EXIT_OPTION_PATHS = ['instant', 'slow', 'deactivate', 'withdraw', 'instant-then-instant'] as const;

export type ExitOptionPath = (typeof EXIT_OPTION_PATHS)[number];

const OptionPath = oneOf(
  EXIT_OPTION_PATHS,
  'The kinds of unstake in their order; withdraw is that of a stake account that has cooled down, and ends deactivate and slow as well.',
);

const Problem = orNull(Obstacle, 'Why not; null where it is available.');

const OptionReceive = closedObject('OptionReceive', {
  expected: Quantity,
  atLeast: orNull(
    Quantity,
    'The calls of next pay no less, or are refused. null where nothing in the transaction makes sure of a minimum.',
  ),
});

export const ExitOption = closedObject('ExitOption', {
  path: OptionPath,
  isAvailable: Type.Boolean(),
  problem: Problem,
  via: textOrNull('Who pays, for people.'),
  transactions: Type.Integer({ description: 'How often the wallet signs.' }),
  receive: orNull(OptionReceive, 'Net: of SOL, fees and rent of all transactions are taken off.'),
  costs: Type.Array(ReceiptCost, { description: 'Of all transactions, in SOL.' }),
  rewards: orNull(
    Quantity,
    'What stake that stays until availableAt is expected to earn on top, at the present APY; null where nothing, or not known.',
  ),
  availableAt: orNull(AvailableAt, 'When the last transaction is possible; null: at once.'),
  costOfHaste: orNull(
    closedObject('CostOfHaste', {
      ...Quantity.properties,
      perYearPercent: textOrNull(
        'The same as interest for the time that is saved, in percent a year; null where that is not known.',
      ),
    }),
    'What the slowest path in the same asset is expected to bring more, its rewards included; null for that one.',
  ),
  next: Type.Array(SuggestedCall, {
    description:
      'The calls in their order, the first of them ready to post. Where the way is not possible now: the request that it waits for, or none.',
  }),
});
export type ExitOption = Static<typeof ExitOption>;

export const OptionRisk = closedObject('OptionRisk', {
  code: text('Stable word.'),
  detail: text('Text for people; its wording may change.'),
});
export type OptionRisk = Static<typeof OptionRisk>;

/** One strategy that an amount can go into. */
export const EntryOption = closedObject('EntryOption', {
  strategy: oneOf(STRATEGY_KEYS),
  isAvailable: Type.Boolean(),
  problem: Problem,
  receive: orNull(OptionReceive, 'The receipt, or the delegated SOL.'),
  costs: Type.Array(ReceiptCost, { description: 'Of the stake, in SOL.' }),
  rentLocked: orNull(Quantity, 'Rent among costs that comes back at the end.'),
  leaveAtOnce: orNull(
    closedObject('LeaveAtOnce', {
      receive: Quantity,
      cost: Quantity,
    }),
    'What is expected back of the amount by leaving at once, and what going in and out costs of it, fees in SOL included where SOL goes in; null where nobody prices it now.',
  ),
  apyPercent: orNull(Type.Number(), 'live.apy of the strategy; null while it is not known.'),
  breakEvenDays: textOrNull(
    'Days at the present APY after which the yield has paid for going in and out at once: decimal text, rounded up to a tenth. null where that is not known, or never.',
  ),
  risks: Type.Array(OptionRisk, { description: 'An APY says nothing without them.' }),
  next: Type.Array(SuggestedCall, { description: 'The stake, ready to post.' }),
});
export type EntryOption = Static<typeof EntryOption>;

export const EntryOptionsBody = Type.Object(
  {
    wallet: WalletField,
    asset: Type.String({
      description: `One of: ${INPUT_ASSETS.join(', ')}.`,
      'x-values': [...INPUT_ASSETS],
    }),
    amount: amountField(
      'SOL with at most 9 decimal places, USDC with at most 6.',
      'as much as the wallet can stake in each strategy.',
    ),
  },
  { title: 'EntryOptionsBody' },
);
export type EntryOptionsBody = Static<typeof EntryOptionsBody>;

export const ExitOptionsBody = Type.Object(
  {
    strategy: strategyField(),
    wallet: WalletField,
    amount: Type.Optional(
      amountField(
        'raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake, USDC for usdc-earn: required there. Stake accounts leave as a whole.',
        'all that the wallet holds of it.',
      ),
    ),
    stakeAccount: Type.Optional(stakeAccountField('Required for sol-native-stake.')),
  },
  { title: 'ExitOptionsBody' },
);
export type ExitOptionsBody = Static<typeof ExitOptionsBody>;

/** Every strategy that takes the asset, side by side. */
export const EntryOptionsAnswer = closedObject('EntryOptionsAnswer', {
  wallet: addressField('The wallet.'),
  asOf: LedgerMoment,
  asset: oneOf(INPUT_ASSETS),
  amount: text('The amount of the request, unchanged.'),
  options: Type.Array(EntryOption, { description: 'In the order of the strategies: no order of merit.' }),
});
export type EntryOptionsAnswer = Static<typeof EntryOptionsAnswer>;

export const entryOptions = {
  id: 'entryOptions',
  ...ROUTES.entryOptions,
  tag: 'transactions',
  summary: 'Compare the ways in',
  description:
    'Builds and checks a stake in every strategy that takes the asset, and says of each what arrives, what it costs, what leaving at once would cost, after how many days the yield has paid for that, and what can go wrong. A strategy that is not possible now says why and leaves the others as they are. Answers of the last two seconds are given again.',
  body: EntryOptionsBody,
  responses: { ok: EntryOptionsAnswer },
  examples: {
    ok: [{ summary: 'Where 10 SOL can go', body: { wallet: EXAMPLE.wallet, asset: 'SOL', amount: '10' } }],
  },
} as const satisfies Operation;

const Path = (description: string) => Type.Union([oneOf(EXIT_OPTION_PATHS), Type.Null()], { description });

export const ExitOptionsAnswer = closedObject('ExitOptionsAnswer', {
  strategy: oneOf(STRATEGY_KEYS),
  wallet: addressField('The wallet.'),
  asOf: LedgerMoment,
  of: Quantity,
  options: Type.Array(ExitOption),
  fastest: Path('Available first, with the most of those; null where none is.'),
  cheapest: Path('Expected to bring the most, rewards included, of those that end in SOL or USDC.'),
});
export type ExitOptionsAnswer = Static<typeof ExitOptionsAnswer>;

export const exitOptions = {
  id: 'exitOptions',
  ...ROUTES.exitOptions,
  tag: 'transactions',
  summary: 'Compare the ways out',
  description:
    'Builds and checks every way out as unstake would, and says of each what arrives net, at least and as expected, what it costs, when it is there, and what haste costs. A way that is not possible now says why and leaves the others as they are. next holds the calls, with the minimum that was said. Answers of the last two seconds are given again.',
  body: ExitOptionsBody,
  responses: { ok: ExitOptionsAnswer },
  examples: {
    ok: [
      {
        summary: 'The ways out of an active stake account',
        body: { strategy: 'sol-native-stake', wallet: EXAMPLE.wallet, stakeAccount: EXAMPLE.stakeAccount },
      },
    ],
  },
} as const satisfies Operation;
