import type { AmountAsset } from './amount.ts';

/** How the address of a new native stake account comes about. */
export const STAKE_ACCOUNT_FORMS = ['keypair', 'seed'] as const;

/** How the address of a new native stake account comes about. */
export type StakeAccountForm = (typeof STAKE_ACCOUNT_FORMS)[number];

/** The four strategies, in the order the list answers them: native, liquid, leveraged, USDC. */
export const STRATEGY_KEYS = [
  'sol-native-stake',
  'sol-liquid-stake',
  'sol-leveraged-stake',
  'usdc-earn',
] as const;

/** The key that names one strategy in paths, bodies and answers. */
export type StrategyKey = (typeof STRATEGY_KEYS)[number];

/** Checks whether untrusted text is a strategy key; inherited names such as `__proto__` are not. */
export function isStrategyKey(text: string): text is StrategyKey {
  return (STRATEGY_KEYS as readonly string[]).includes(text);
}

export const STRATEGY_STATUSES = ['live', 'coming_soon'] as const;

/** One of {@link STRATEGY_STATUSES}. */
export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];

/** The assets a caller puts in: SOL has 9 decimals, USDC has 6. */
export const INPUT_ASSETS = ['SOL', 'USDC'] as const;

/** One of {@link INPUT_ASSETS}. */
export type InputAsset = (typeof INPUT_ASSETS)[number];

/** The assets of a strategy: those that go in, the receipt, and those that come out. */
export type StrategyAssets = {
  readonly input: InputAsset;
  /** The token one has, and the asset that its exchange rate is in; null where a position is no token. */
  readonly receipt: readonly [token: AmountAsset, worthIn: AmountAsset] | null;
  /** The asset that `amount` of an exit counts; null where accounts leave as a whole. */
  readonly exit: AmountAsset | null;
  /** The asset that each action brings, where its least can be asked for; null where it cannot. */
  readonly arrives: Readonly<Record<'stake', AmountAsset | null>> &
    Readonly<Partial<Record<UnstakeKind, AmountAsset | null>>>;
  /** True if its vault can have a waiting period: it is left in steps then. */
  readonly hasSteps: boolean;
};

/** The assets of each strategy: who shows or bounds amounts of all strategies reads them here. */
export const STRATEGY_ASSETS = {
  'sol-native-stake': {
    input: 'SOL',
    receipt: null,
    exit: null,
    arrives: { stake: null, deactivate: null, instant: 'SOL' },
    hasSteps: false,
  },
  'sol-liquid-stake': {
    input: 'SOL',
    receipt: ['raSOL', 'SOL'],
    exit: 'raSOL',
    arrives: { stake: 'raSOL', instant: 'SOL', slow: 'SOL' },
    hasSteps: false,
  },
  'sol-leveraged-stake': {
    input: 'SOL',
    receipt: ['raSOLMax', 'raSOL'],
    exit: 'raSOLMax',
    arrives: { stake: null, instant: null },
    hasSteps: false,
  },
  'usdc-earn': {
    input: 'USDC',
    receipt: ['raUSDC', 'USDC'],
    exit: 'USDC',
    arrives: { stake: 'raUSDC', instant: 'USDC' },
    hasSteps: true,
  },
} as const satisfies Readonly<Record<StrategyKey, StrategyAssets>>;

/** The ways out of a position; which of them a strategy offers differs per strategy. */
export const UNSTAKE_KINDS = ['deactivate', 'instant', 'slow'] as const;

/** One of {@link UNSTAKE_KINDS}. */
export type UnstakeKind = (typeof UNSTAKE_KINDS)[number];

/** The steps in which a vault with a waiting period is left. */
export const UNSTAKE_STEPS = ['request', 'claim', 'cancel'] as const;

/** One of {@link UNSTAKE_STEPS}. */
export type UnstakeStep = (typeof UNSTAKE_STEPS)[number];

export const AFTER_SPLIT = ['deactivate'] as const;

/** Assets that a leveraged exit can end in; raSOL unless chosen. */
export const OUTPUT_ASSETS = ['raSOL', 'SOL'] as const;

/** One of {@link OUTPUT_ASSETS}. */
export type OutputAsset = (typeof OUTPUT_ASSETS)[number];

/** How a leveraged exit is paid: from idle raSOL, or by unwinding the loan inside a flash loan. */
export const EXIT_PATHS = ['vault-idle', 'flash-bracket'] as const;

/** The windows of the APY history, shortest first. */
export const HISTORY_RANGES = ['1M', '3M', '6M', 'All'] as const;

/** One of {@link HISTORY_RANGES}. */
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** The window of an APY history that names none. */
export const DEFAULT_HISTORY_RANGE = '1M' satisfies HistoryRange;

/** The kinds of order the swap router knows; no build answers `depositSol`. */
export const ROUTER_KINDS = ['token', 'depositStake', 'depositSol', 'withdrawStake'] as const;

/** One of {@link ROUTER_KINDS}. */
export type RouterKind = (typeof ROUTER_KINDS)[number];

/** The ways a signed transaction can reach the ledger. */
export const BROADCAST_ROUTES = ['rpc', 'router'] as const;

/** The way of a broadcast that names none. */
export const DEFAULT_BROADCAST_ROUTE = 'rpc' satisfies (typeof BROADCAST_ROUTES)[number];
