/** Decimal places of every asset that appears as an amount; raUSDC has 9 although USDC has 6. */
export const ASSET_DECIMALS = { SOL: 9, USDC: 6, raSOL: 9, raSOLMax: 9, raUSDC: 9 } as const;

/** An asset that amounts can be given in. */
export type AmountAsset = keyof typeof ASSET_DECIMALS;

export const ASSET_SYMBOLS: Readonly<Record<AmountAsset, string>> = {
  SOL: 'SOL',
  USDC: 'USDC',
  raSOL: 'raSOL',
  raSOLMax: 'raSOL Max',
  raUSDC: 'raUSDC',
};

/** Longest amount text that is looked at, in UTF-16 units; u64 with 9 decimals needs 21. */
const MAX_AMOUNT_LENGTH = 32;

/** The largest amount a ledger account can hold, in base units: 2^64 - 1. */
export const MAX_BASE_UNITS = 18_446_744_073_709_551_615n;

/** Why an amount text is refused. */
type AmountFault = 'AMOUNT_MALFORMED' | 'AMOUNT_TOO_FINE' | 'AMOUNT_ZERO' | 'AMOUNT_TOO_LARGE';

/** An amount in base units, or the reason for refusing the text and the rule it breaks. */
export type ParsedAmount =
  | { readonly ok: true; readonly baseUnits: bigint }
  | { readonly ok: false; readonly code: AmountFault; readonly rule: string };

const GRAMMAR = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * Reads a positive decimal amount exactly; refuses text that does not fit and never rounds.
 *
 * Accepts only ASCII digits with an optional fraction. A fraction with more digits than the asset's decimals is refused,
 * even if the extra digits are zeros.
 *
 * @param text - untrusted, of any length; the cost is bounded by {@link MAX_AMOUNT_LENGTH}.
 * @param decimals - places of the asset, 0 or more.
 * @returns base units between 1 and 2^64 - 1, or a code and a sentence fragment with the rule.
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  if (text.length > MAX_AMOUNT_LENGTH) {
    return refuse('AMOUNT_MALFORMED', `must be at most ${MAX_AMOUNT_LENGTH} characters long`);
  }
  const parts = GRAMMAR.exec(text);
  const integer = parts?.[1];
  if (integer === undefined) {
    return refuse('AMOUNT_MALFORMED', 'must be a plain decimal number in text, such as "1.5"');
  }
  const fraction = parts?.[2] ?? '';
  if (fraction.length > decimals) return refuse('AMOUNT_TOO_FINE', placesRule(decimals));
  const baseUnits = BigInt(integer + fraction.padEnd(decimals, '0'));
  if (baseUnits === 0n) return refuse('AMOUNT_ZERO', 'must be greater than zero');
  if (baseUnits > MAX_BASE_UNITS) return refuse('AMOUNT_TOO_LARGE', largestRule(decimals));
  return { ok: true, baseUnits };
}

/**
 * Prints base units as a decimal text: exact, without exponent, without trailing zeros.
 *
 * @param baseUnits - 0 or more, of any size.
 * @param decimals - places of the asset, 0 or more.
 * @throws {RangeError} when `baseUnits` is negative.
 */
export function formatAmount(baseUnits: bigint, decimals: number): string {
  if (baseUnits < 0n) throw new RangeError(`An amount cannot be negative, got ${baseUnits} base units.`);
  const digits = baseUnits.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

function refuse(code: AmountFault, rule: string): ParsedAmount {
  return { ok: false, code, rule };
}

function placesRule(decimals: number): string {
  if (decimals === 0) return 'must be a whole number';
  return `must have at most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}`;
}

function largestRule(decimals: number): string {
  return `must be at most ${formatAmount(MAX_BASE_UNITS, decimals)}`;
}

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

export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];

/** The assets a caller puts in: SOL has 9 decimals, USDC has 6. */
export const INPUT_ASSETS = ['SOL', 'USDC'] as const;

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

export type UnstakeKind = (typeof UNSTAKE_KINDS)[number];

/** The steps in which a vault with a waiting period is left. */
export const UNSTAKE_STEPS = ['request', 'claim', 'cancel'] as const;

export type UnstakeStep = (typeof UNSTAKE_STEPS)[number];

export const AFTER_SPLIT = ['deactivate'] as const;

/** Assets that a leveraged exit can end in; raSOL unless chosen. */
export const OUTPUT_ASSETS = ['raSOL', 'SOL'] as const;

export type OutputAsset = (typeof OUTPUT_ASSETS)[number];

/** How a leveraged exit is paid: from idle raSOL, or by unwinding the loan inside a flash loan. */
export const EXIT_PATHS = ['vault-idle', 'flash-bracket'] as const;

/** The windows of the APY history, shortest first. */
export const HISTORY_RANGES = ['1M', '3M', '6M', 'All'] as const;

export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** The window of an APY history that names none. */
export const DEFAULT_HISTORY_RANGE = '1M' satisfies HistoryRange;

/** The kinds of order the swap router knows; no build answers `depositSol`. */
export const ROUTER_KINDS = ['token', 'depositStake', 'depositSol', 'withdrawStake'] as const;

export type RouterKind = (typeof ROUTER_KINDS)[number];

/** The ways a signed transaction can reach the ledger. */
export const BROADCAST_ROUTES = ['rpc', 'router'] as const;

/** The way of a broadcast that names none. */
export const DEFAULT_BROADCAST_ROUTE = 'rpc' satisfies (typeof BROADCAST_ROUTES)[number];
