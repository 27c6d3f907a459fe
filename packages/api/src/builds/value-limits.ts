import {
  ASSET_DECIMALS,
  formatAmount,
  type InputAsset,
  isStrategyKey,
  type Nearest,
  parseAmount,
  type Quantity,
  STRATEGIES,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { Builds } from '../store/builds.ts';
import type { HourState } from '../store/hours.ts';
import type { ValueLimitSettings } from '../store/operator.ts';
import { decodeBuildRecord } from './build.ts';

/** The spans of a limit of value: each transaction, or all of them in any hour. */
export const SPANS = ['transaction', 'hour'] as const;

export type Span = (typeof SPANS)[number];

/** Most base units of the strategy's asset, by span; undefined where there is no limit. */
export type StrategyLimits = Readonly<Record<Span, bigint | undefined>>;

/** The operator's limits of each strategy. */
export type ValueLimits = Readonly<Record<StrategyKey, StrategyLimits>>;

/** The asset that each strategy takes, in which its limits are given. */
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

/** Holds stakes to what the operator lets through. */
export type ValueGate = {
  /**
   * Checks whether the limits have room for a stake, before it is built; reserves nothing.
   *
   * @param least - the minimum of a stake in base units; with less room `nearest` names no amount.
   * @throws {ProblemError} `invalid_request` if no hour can have room for it, `service_unavailable` if the present one has
   *   none.
   */
  assertRoom(strategy: StrategyKey, amount: bigint, least?: bigint): Promise<void>;
  /** Returns the most of one stake at present, as this process has last seen it; undefined without limit. */
  room(strategy: StrategyKey): bigint | undefined;
  /**
   * Returns the base units that may go into the strategy of a signed stake in any hour, which its claim is held to; undefined
   * without a limit.
   *
   * @throws {ProblemError} `invalid_request` if no hour can have room for it.
   */
  limitOf(stake: Staked): bigint | undefined;
  /** Creates the problem of a stake for which the hour has no room. */
  refuseHour(stake: Staked, state: HourState): ProblemError;
  /** The limits that hold, and what has been taken of the hours, as this process has last seen them. */
  readonly known: { readonly limits: ValueLimits; readonly used: ReadonlyMap<string, bigint> };
  close(): Promise<void>;
};

type ValueGatePorts = {
  readonly settings: ValueLimitSettings;
  readonly builds: Builds;
  /** Limits where the operator has set none. */
  readonly defaults: ValueLimits;
  readonly clock: Clock;
};

const EVERY_MILLISECONDS = 500;

/**
 * Follows the limits in the store. While it is unavailable, the last known limits apply, and no stake with an hourly limit is sent.
 */
export function watchValue(ports: ValueGatePorts): ValueGate {
  const { builds } = ports;
  const known = followLimits(ports);
  return {
    async assertRoom(strategy, amount, least) {
      const { hour } = assertEverFits(strategy, amount, known, least);
      if (hour === undefined || (known.used.get(strategy) ?? 0n) + amount <= hour) return;
      const state = await builds.readHour(strategy, amount, hour).catch(() => undefined);
      if (state !== undefined && state.used + amount > hour)
        throw hourIsFull(strategy, amount, hour, state, least);
    },
    room: (strategy) => getRoom(strategy, known),
    limitOf: ({ strategy, amount }) => assertEverFits(strategy, amount, known).hour,
    refuseHour({ strategy, amount }, state) {
      const hour = known.limits[strategy].hour ?? state.used;
      return hourIsFull(strategy, amount, hour, state);
    },
    known,
    close: known.close,
  };
}

/** The limits, and the amounts taken of their hours, as read last. */
type Known = {
  readonly limits: ValueLimits;
  readonly used: ReadonlyMap<string, bigint>;
  close(): Promise<void>;
};

function followLimits({ settings, builds, defaults, clock }: ValueGatePorts): Known {
  let limits = defaults;
  let used: ReadonlyMap<string, bigint> = new Map();
  const loop = startLoop({
    clock,
    pause: EVERY_MILLISECONDS,
    work: async () => {
      const set = new Map((await settings.list()).map((row) => [`${row.strategy}.${row.span}`, row.amount]));
      limits = createLimits((strategy, span) => {
        const amount = set.get(`${strategy}.${span}`);
        return amount === undefined ? defaults[strategy][span] : toBaseUnits(amount);
      });
      used = STRATEGY_KEYS.some((key) => limits[key].hour !== undefined)
        ? await builds.readHours()
        : new Map();
    },
    // The store says itself that it is away.
    onFault: () => undefined,
  });
  return {
    get limits() {
      return limits;
    },
    get used() {
      return used;
    },
    close: loop.stop,
  };
}

/** Refuses an amount above a limit itself. @returns the limits, for the checks that follow. */
function assertEverFits(strategy: StrategyKey, amount: bigint, known: Known, least?: bigint) {
  const limits = known.limits[strategy];
  for (const span of SPANS) {
    const limit = limits[span];
    if (limit === undefined || amount <= limit) continue;
    throw problem('AMOUNT_ABOVE_LIMIT', {
      span,
      limit: stakedQuantity(strategy, limit),
      asked: stakedQuantity(strategy, amount),
      nearest: nameLower(strategy, getRoom(strategy, known), least),
    });
  }
  return limits;
}

function getRoom(strategy: StrategyKey, { limits, used }: Known): bigint | undefined {
  const { transaction, hour } = limits[strategy];
  if (hour === undefined) return transaction;
  const left = hour - (used.get(strategy) ?? 0n);
  const most = left > 0n ? left : 0n;
  return transaction === undefined || most < transaction ? most : transaction;
}

function nameLower(strategy: StrategyKey, room = 0n, least = 1n): Nearest {
  return { lower: room < least ? null : stakedQuantity(strategy, room).amount, higher: null };
}

/** Creates the problem of an hour without room for an amount. */
function hourIsFull(
  strategy: StrategyKey,
  amount: bigint,
  hour: bigint,
  { used, now, roomAt }: HourState,
  least?: bigint,
): ProblemError {
  const facts = {
    strategy,
    limit: stakedQuantity(strategy, hour),
    asked: stakedQuantity(strategy, amount),
    remaining: stakedQuantity(strategy, hour - used),
    roomAt: roomAt === undefined ? undefined : new Date(roomAt).toISOString(),
    nearest: nameLower(strategy, hour - used, least),
  };
  const retryAfter = roomAt === undefined ? undefined : Math.max(1, Math.ceil((roomAt - now) / 1_000));
  return problem('VALUE_LIMIT_EXCEEDED', facts, { retryAfter });
}

function toBaseUnits(amount: string | null): bigint | undefined {
  return amount === null ? undefined : BigInt(amount);
}

/** A stake of a transaction, in base units of the strategy's asset. */
type Staked = { readonly strategy: StrategyKey; readonly amount: bigint };

/**
 * Reads the amount that a build stakes.
 *
 * @param record - of a verified token.
 * @returns undefined for an exit, which has no limit, and for bytes that are no record.
 */
export function readStaked(record: Uint8Array): Staked | undefined {
  const build = decodeBuildRecord(record);
  const { strategy = '', amount: text = '' } = build?.request ?? {};
  if (build?.operation !== 'stake' || !isStrategyKey(strategy)) return undefined;
  const amount = parseAmount(text, ASSET_DECIMALS[STAKED_ASSETS[strategy]]);
  return amount.ok ? { strategy, amount: amount.baseUnits } : undefined;
}
