import { type Static, Type } from 'typebox';
import { STRATEGY_KEYS, UNSTAKE_KINDS } from '../assets.ts';
import { LedgerMoment } from '../builds.ts';
import { closedObject, oneOf, orNull, text, textOrNull } from '../fields.ts';
import { ROUTES } from '../http.ts';
import { EXAMPLE, type Operation } from '../operation.ts';
import { AvailableAt, Quantity } from '../problems/problem.ts';

const KEPT_BACK_FOR = ['rent', 'fees', 'later-exit', 'wallet-rent'] as const;

const TAKES = ['amount', 'whole-account'] as const;

/** Why something is not possible now, as the problem that a request would be answered. */
export const Obstacle = closedObject('Obstacle', {
  code: text('The code of the problem.'),
  detail: text('Text for people; its wording may change.'),
});
export type Obstacle = Static<typeof Obstacle>;

/** SOL that stays with the wallet, or goes for costs. */
export const KeptBack = closedObject('KeptBack', {
  for: oneOf(
    KEPT_BACK_FOR,
    'rent: of the accounts that the stake opens. fees: of the stake, at the most. later-exit: fees and rent of taking it out again, at the most. wallet-rent: what the wallet must hold to go on existing.',
  ),
  ...Quantity.properties,
});
export type KeptBack = Static<typeof KeptBack>;

export const ExitLimits = closedObject('ExitLimits', {
  kind: oneOf(UNSTAKE_KINDS),
  asset: text('What amount counts.'),
  takes: oneOf(TAKES),
  least: orNull(Quantity, 'null where only the router knows, or nothing can leave now.'),
  most: orNull(Quantity, 'Liquidity at present; null where only the router or the vault provider knows.'),
  wallet: orNull(
    closedObject('WalletExitLimits', {
      holds: Quantity,
      max: Quantity,
      problem: orNull(Obstacle, 'Why max is zero; null where it is not.'),
    }),
    'max is what amount max takes out. null without wallet, and for stake accounts: GET /wallets/{wallet}/positions has those.',
  ),
});
export type ExitLimits = Static<typeof ExitLimits>;

export const StrategyLimits = closedObject('StrategyLimits', {
  key: oneOf(STRATEGY_KEYS),
  isOpen: Type.Boolean({ description: 'Whether stakes are taken now.' }),
  closedReason: orNull(Obstacle, 'null while it is open.'),
  priorityFeeMicroLamports: text('What builds pay for a compute unit at present, as integer text.'),
  stake: closedObject('StakeLimits', {
    asset: text('What amount counts.'),
    decimals: Type.Integer({ description: 'Places that amount may have.' }),
    least: orNull(
      Quantity,
      'Least of which something can leave again, which is the least that amount max stakes; a build may take less, as the vault or the router does. null while it is not known.',
    ),
    most: orNull(
      Quantity,
      'Most of one request, by the ledger, the vault and the operator, whatever a wallet holds; null where nothing limits it, and while the ledger or the vault takes none.',
    ),
    capacityLeft: orNull(Quantity, 'What the vault takes until it is full; null where nothing fills up.'),
  }),
  unstake: Type.Array(ExitLimits),
  wallet: orNull(
    closedObject('WalletLimits', {
      holds: Quantity,
      max: Quantity,
      keptBack: Type.Array(KeptBack, {
        description: 'In SOL: of holds where SOL goes in, of the SOL of the wallet otherwise.',
      }),
      problem: orNull(Obstacle, 'Why max is zero; null where it is not.'),
    }),
    'max is what amount max stakes. null without wallet, and where the strategy could not be read.',
  ),
});
export type StrategyLimits = Static<typeof StrategyLimits>;

const LimitsQuery = Type.Object({
  strategy: Type.Optional(
    Type.String({
      description: `One of: ${STRATEGY_KEYS.join(', ')}. All of them when omitted.`,
      examples: ['sol-native-stake'],
    }),
  ),
  wallet: Type.Optional(text('Base58 address: what this wallet can put in and take out is told as well.')),
});

export const LimitsAnswer = closedObject('LimitsAnswer', {
  network: closedObject('Network', {
    deployment: text('Name of the deployment, such as mainnet.'),
    genesisHash: textOrNull('Identity of the ledger, base58; null while no node has told it.'),
    isSandbox: Type.Boolean({ description: 'Whether nothing here has any value.' }),
  }),
  asOf: LedgerMoment,
  nextEpoch: AvailableAt,
  ledger: closedObject('LedgerTerms', {
    stakeAccountRent: Quantity,
    tokenAccountRent: Quantity,
    walletRent: Quantity,
    minimumDelegation: Quantity,
    signatureFee: Quantity,
  }),
  strategies: Type.Array(StrategyLimits),
});
export type LimitsAnswer = Static<typeof LimitsAnswer>;

export const getLimits = {
  id: 'getLimits',
  ...ROUTES.getLimits,
  tag: 'strategies',
  summary: 'Get the least and the most',
  description:
    'Says for each strategy what one request can stake and take out now, how much room is left, what the ledger asks for rent and fees, and with wallet what amount "max" comes to and what is kept back for rent, fees and a later exit. Also tells which ledger this is. One strategy that cannot be read is closed and leaves the others as they are. Answers of the last two seconds are given again.',
  query: LimitsQuery,
  responses: { ok: LimitsAnswer },
  examples: { ok: [{ summary: 'What a wallet can put in and take out', query: { wallet: EXAMPLE.wallet } }] },
} as const satisfies Operation;
