import type { Address } from '@solana/kit';
import { CLOCK_ADDRESS, type Clock, decodeClock } from '@staking-agent/chain/sysvar';
import type { BuildOperation } from '@staking-agent/verify';
import {
  type AnswerOf,
  ASSET_DECIMALS,
  formatAmount,
  isStrategyKey,
  type MergeBody,
  type SplitBody,
  STRATEGY_KEYS,
  type StakeBody,
  type StrategyKey,
  type StrategyStatus,
  UNSTAKE_KINDS,
  type UnstakeBody,
  type UnstakeKind,
  type WithdrawBody,
} from '@staking-agent/wire';
import type { Build } from '../builds/build.ts';
import {
  type LocatedRange,
  type Means,
  type MeansPorts,
  measureExit,
  measureStake,
  readMeans,
  type StrategyRange,
} from '../builds/ranges.ts';
import type { ValueGate } from '../builds/value-limits.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import type { Switches } from '../store/operator.ts';
import { type LedgerClient, type ReadAccounts, readAccounts } from '../upstreams/ledger/client.ts';
import { assertNoProgram } from '../upstreams/ledger/programs.ts';
import { RENT } from '../upstreams/ledger/witnesses.ts';
import { assertStepOffered, type Key, MAX, readMinReceive, requireAddress, requireAmount } from './fields.ts';
import type {
  AnyLiveStrategy,
  AnyStrategy,
  ExitSource,
  FieldsOf,
  Strategies,
  StrategyServices,
} from './strategy.ts';

/** The strategies, and what they build with and are held to. */
export type PreparePorts = StrategyRegistry &
  StrategyServices &
  RangePorts & {
    readonly switches: Pick<Switches, 'assertRunning'>;
    readonly valueGate: Pick<ValueGate, 'assertRoom' | 'room'>;
  };

/**
 * Makes the build that was asked for.
 *
 * @param again - `keep` of the build that is made anew.
 */
export type MakeBuild<Id extends BuildOperation> = (
  again?: Uint8Array,
) => Promise<Build<FieldsOf<AnswerOf<Id>>>>;

type Exits = {
  readonly [Kind in UnstakeKind]?: (
    body: UnstakeBody,
    ports: StrategyServices,
    again?: Uint8Array,
  ) => ReturnType<MakeBuild<'unstake'>>;
};

/** Refuses what is malformed in a stake; nothing is looked up before the build is made. */
export function prepareStake(
  body: StakeBody,
  services: PreparePorts,
): { readonly wallet: Key; readonly make: MakeBuild<'stake'> } {
  const { key, actions, catalog } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  readMinReceive(body.minReceive, key, 'stake');
  const wallet = requireAddress(body.wallet, 'wallet');
  const decimals = ASSET_DECIMALS[catalog.asset];
  if (body.amount === MAX) {
    const make: MakeBuild<'stake'> = async () => {
      const amount = await findMaxStake(key, wallet, services);
      const text = formatAmount(amount, decimals);
      const ask = { body: { ...body, amount: text }, wallet, amount };
      return { ...(await actions.stake(ask, services)), amount: text };
    };
    return { wallet, make };
  }
  const least = key === 'sol-native-stake' ? services.stakeTerms.peek()?.minimumDelegation : undefined;
  const amount = requireAmount(body.amount, 'amount', decimals, { least });
  const make: MakeBuild<'stake'> = async (again) => {
    await services.valueGate.assertRoom(key, amount, least);
    return await actions.stake({ body, wallet, amount }, services, again);
  };
  return { wallet, make };
}

/** Refuses an exit that the strategy does not offer. */
export function prepareUnstake(body: UnstakeBody, services: PreparePorts): MakeBuild<'unstake'> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  const exits: Exits = actions.unstake;
  const kind = UNSTAKE_KINDS.find((each) => each === body.kind);
  const exit = kind && exits[kind];
  if (kind === undefined || exit === undefined) {
    throw problem('KIND_NOT_OFFERED', { kind: body.kind, strategy: key, offered: Object.keys(exits) });
  }
  assertStepOffered(body.step, key);
  readMinReceive(body.minReceive, key, kind);
  const asked = keepOwn(body, key);
  if (asked.amount !== MAX) return (again) => exit(asked, services, again);
  return async () => {
    const { amount: _max, ...rest } = asked;
    const whole = await findMaxExit({ key, kind, wallet: body.wallet }, actions.exits, services);
    const { amount } = whole;
    return { ...(await exit({ ...rest, ...whole }, services)), ...(amount !== undefined && { amount }) };
  };
}

/** Drops the members that only other strategies take: they are ignored, and must not reach evidence or token either. */
function keepOwn({ stakeAccount, isWithdrawAll, ...body }: UnstakeBody, key: StrategyKey): UnstakeBody {
  return {
    ...body,
    ...(key === 'sol-native-stake' && stakeAccount !== undefined && { stakeAccount }),
    ...(key === 'usdc-earn' && isWithdrawAll !== undefined && { isWithdrawAll }),
  };
}

/** A withdrawal also works while native staking is held back from callers: what is staked must be able to leave. */
export function prepareWithdraw(body: WithdrawBody, services: PreparePorts): MakeBuild<'withdraw'> {
  services.switches.assertRunning('sol-native-stake');
  const { actions } = services.strategies['sol-native-stake'];
  return () => actions.withdraw(body, services);
}

/** A split also works while native staking is held back from callers, because it is a part of leaving. */
export function prepareSplit(body: SplitBody, services: PreparePorts): MakeBuild<'split'> {
  services.switches.assertRunning('sol-native-stake');
  const { actions } = services.strategies['sol-native-stake'];
  return (again) => actions.split(body, services, again);
}

/** A merge, as a split. */
export function prepareMerge(body: MergeBody, services: PreparePorts): MakeBuild<'merge'> {
  services.switches.assertRunning('sol-native-stake');
  const { actions } = services.strategies['sol-native-stake'];
  return () => actions.merge(body, services);
}

/** Which strategies there are, and which the operator holds back. */
export type StrategyRegistry = {
  readonly strategies: Strategies;
  readonly config: { readonly comingSoon: ReadonlySet<StrategyKey> };
};

/** Tells whether a strategy can be called: it has actions, and the operator does not hold it back. */
export function getStrategyStatus(
  strategy: AnyStrategy,
  { config }: Pick<StrategyRegistry, 'config'>,
): StrategyStatus {
  return strategy.actions === undefined || config.comingSoon.has(strategy.key) ? 'coming_soon' : 'live';
}

/**
 * Finds a strategy that can be called.
 *
 * @throws {ProblemError} `not_found` for an unknown key, `service_unavailable` for an announced one.
 */
export function requireLiveStrategy(key: string, registry: StrategyRegistry): AnyLiveStrategy {
  if (!isStrategyKey(key)) throw problem('STRATEGY_NOT_FOUND', { strategy: key, known: STRATEGY_KEYS });
  const strategy: AnyStrategy = registry.strategies[key];
  if (!hasActions(strategy) || getStrategyStatus(strategy, registry) !== 'live') {
    throw problem('STRATEGY_NOT_LIVE', { strategy: key });
  }
  return strategy;
}

function hasActions(strategy: AnyStrategy): strategy is AnyLiveStrategy {
  return strategy.actions !== undefined;
}

/**
 * Finds the largest stake of a wallet that lands and leaves enough SOL to exit again. One read of the ledger.
 *
 * @returns base units of the staked asset, above zero.
 * @throws {ProblemError} when nothing can be staked: the refusal of the smallest stake.
 */
async function findMaxStake(
  key: StrategyKey,
  wallet: Key,
  ports: RangePorts & { readonly valueGate: Pick<ValueGate, 'assertRoom' | 'room'> },
): Promise<bigint> {
  const range = getRange(key, await readRanges([key], wallet.text, ports));
  const { valueGate } = ports;
  if (range.bounds.isOpen) await valueGate.assertRoom(key, range.bounds.least);
  const { max, refusal } = measureStake(range, valueGate.room(key));
  if (refusal !== undefined) throw refusal;
  return max;
}

/** The members of an exit that ask for all there is; `amount` is decimal text. */
export type WholeExit = Pick<UnstakeBody, 'amount' | 'isWithdrawAll'>;

/**
 * Returns the members of a request that take out everything that the wallet can withdraw. One read of the ledger where the
 * amount has to be measured; a whole account leaves without an amount.
 *
 * @param exits - of the strategy.
 * @throws {ProblemError} when nothing can be taken out, and for a wallet that is none.
 */
export async function findMaxExit(
  asked: { readonly key: StrategyKey; readonly kind: UnstakeKind; readonly wallet: string },
  exits: ExitSource,
  ports: RangePorts,
): Promise<WholeExit> {
  if (exits.takes === 'whole-account') return {};
  if (exits.askAll !== undefined) return exits.askAll;
  const { key, kind } = asked;
  const wallet = requireAddress(asked.wallet, 'wallet');
  const max = getMaxExit(key, kind, await readRanges([key], wallet.text, ports));
  return { amount: formatAmount(max, ASSET_DECIMALS[exits.asset]) };
}

/**
 * Returns the largest amount of a wallet's holding that can exit, in base units of the asset that the exit takes.
 *
 * @throws {ProblemError} when that is nothing.
 */
export function getMaxExit(key: StrategyKey, kind: UnstakeKind, reading: RangesReading): bigint {
  const exit = getRange(key, reading).exits.find((each) => each.kind === kind);
  if (exit?.takes !== 'amount') throw new Error(`${key} takes no amount for ${kind}.`);
  const { max, refusal } = measureExit(exit);
  if (refusal !== undefined) throw refusal;
  return max;
}

function getRange(key: StrategyKey, { ranges }: RangesReading): StrategyRange {
  const range = ranges.get(key);
  if (range === undefined) throw new Error(`${key} is announced only.`);
  if (isProblemError(range)) throw range;
  return range;
}

/** What ranges are read with. */
export type RangePorts = MeansPorts & { readonly ledger: LedgerClient; readonly strategies: Strategies };

/** What one read shows of strategies and of one wallet in them. */
export type RangesReading = {
  readonly slot: bigint;
  readonly clock: Clock;
  readonly means: Means;
  /** By strategy: its range, or why it has none. Those that are only announced are missing. */
  readonly ranges: ReadonlyMap<StrategyKey, StrategyRange | ProblemError>;
};

/**
 * Reads the current limits of strategies, and of a wallet in them, in one call.
 *
 * @throws {ProblemError} `invalid_request` for a wallet that is a program; {@link UpstreamFault} or {@link UpstreamRefusal}
 *   when the ledger does not answer. A fault of one strategy appears in its entry only.
 */
export async function readRanges(
  keys: readonly StrategyKey[],
  wallet: Address,
  ports: RangePorts,
): Promise<RangesReading> {
  const located = await locateRanges(keys, wallet, ports.strategies);
  const own = located.flatMap(([, { addresses }]) => addresses);
  const read = await readAccounts([...new Set([wallet, RENT, CLOCK_ADDRESS, ...own])], ports);
  assertNoProgram(read(wallet));
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (clock === undefined) throw new UpstreamFault('ledger', 'malformed');
  const means = await readMeans(read, ports);
  return {
    slot: read.slot,
    clock,
    means,
    ranges: new Map(located.map(([key, range]) => [key, describe(range, read, means)])),
  };
}

type NamedRange = readonly [StrategyKey, LocatedRange];

async function locateRanges(
  keys: readonly StrategyKey[],
  wallet: Address,
  strategies: Strategies,
): Promise<readonly NamedRange[]> {
  const found = await Promise.all(
    keys.map(async (key) => {
      const { actions }: AnyStrategy = strategies[key];
      return actions === undefined ? [] : [[key, await actions.findRange(wallet)] as const];
    }),
  );
  return found.flat();
}

function describe(range: LocatedRange, read: ReadAccounts, means: Means): StrategyRange | ProblemError {
  try {
    return range.describe(read, means);
  } catch (error) {
    if (isProblemError(error)) return error;
    throw error;
  }
}
