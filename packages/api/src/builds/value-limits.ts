import {
  ASSET_DECIMALS,
  formatAmount,
  type InputAsset,
  isStrategyKey,
  parseAmount,
  type Quantity,
  STRATEGIES,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';

/** What a limit of value is for: each transaction, or all of them in any hour. */
export const SPANS = ['transaction', 'hour'] as const;

/** One of {@link SPANS}. */
export type Span = (typeof SPANS)[number];

/** Most base units of the strategy's asset, by span; undefined where there is no limit. */
export type StrategyLimits = Readonly<Record<Span, bigint | undefined>>;

/** What the operator lets through of each strategy. */
export type ValueLimits = Readonly<Record<StrategyKey, StrategyLimits>>;

/** What each strategy takes, in which its limits are given. */
export const STAKED_ASSETS = Object.fromEntries(
  STRATEGY_KEYS.map((key) => [
    key,
    STRATEGIES[key].answers.getStrategy.properties.strategy.properties.asset.const,
  ]),
) as Readonly<Record<StrategyKey, InputAsset>>;

/** No limit is larger, in base units: sums of an hour stay far below what a database's whole numbers hold. */
const LARGEST = 10n ** 18n;
const ENTRY = /^([a-z-]+)\.(transaction|hour)=(\S+)$/;
const EXAMPLE = 'sol-native-stake.transaction=100,sol-native-stake.hour=5000';

/** Makes limits of a function that knows each. */
export function createLimits(limit: (strategy: StrategyKey, span: Span) => bigint | undefined): ValueLimits {
  const of = (key: StrategyKey) => ({ transaction: limit(key, 'transaction'), hour: limit(key, 'hour') });
  return Object.fromEntries(STRATEGY_KEYS.map((key) => [key, of(key)])) as ValueLimits;
}

/**
 * Reads one limit.
 *
 * @param text - decimal, in the strategy's asset.
 * @returns base units.
 * @throws {Error} with the rule it breaks, as the end of a sentence.
 */
export function parseLimit(strategy: StrategyKey, text: string): bigint {
  const asset = STAKED_ASSETS[strategy];
  const amount = parseAmount(text, ASSET_DECIMALS[asset]);
  if (!amount.ok) throw new Error(`${amount.rule} (${asset})`);
  if (amount.baseUnits > LARGEST) {
    throw new Error(`must be at most ${formatAmount(LARGEST, ASSET_DECIMALS[asset])} (${asset})`);
  }
  return amount.baseUnits;
}

/**
 * Reads the default limits, which the operator's commands override.
 *
 * @param text - such as `sol-native-stake.transaction=100,usdc-earn.hour=50000`; blank for none.
 * @throws {Error} for anything else, as the end of a sentence.
 */
export function parseValueLimits(text: string): ValueLimits {
  const limits = new Map<string, bigint>();
  for (const entry of text.split(',').filter((each) => each.trim() !== '')) {
    const [, strategy = '', span, amount = ''] = ENTRY.exec(entry.trim()) ?? [];
    if (span === undefined || !isStrategyKey(strategy)) throw new Error(`must be limits such as ${EXAMPLE}`);
    const name = `${strategy}.${span}`;
    if (limits.has(name)) throw new Error(`names ${name} twice`);
    limits.set(name, namedLimit(name, strategy, amount));
  }
  return createLimits((strategy, span) => limits.get(`${strategy}.${span}`));
}

function namedLimit(name: string, strategy: StrategyKey, text: string): bigint {
  try {
    return parseLimit(strategy, text);
  } catch (error) {
    throw new Error(`has a limit ${name} that ${error instanceof Error ? error.message : 'is none'}`);
  }
}

/** Prints an amount in a strategy's asset; negative `baseUnits` print as zero. */
export function stakedQuantity(strategy: StrategyKey, baseUnits: bigint): Quantity {
  const asset = STAKED_ASSETS[strategy];
  const units = baseUnits < 0n ? 0n : baseUnits;
  return { asset, amount: formatAmount(units, ASSET_DECIMALS[asset]), baseUnits: String(units) };
}
