import type { Address } from '@solana/kit';
import { PROGRAM_ADDRESSES, parseAddressBytes } from '@staking-agent/chain/address';
import type { BuildOperation } from '@staking-agent/verify';
import {
  type AnswerOf,
  ASSET_DECIMALS,
  type ExitKindOf,
  formatAmount,
  isStrategyKey,
  MAX_BASE_UNITS,
  type Nearest,
  OUTPUT_ASSETS,
  type OutputAsset,
  parseAmount,
  STAKE_ACCOUNT_FORMS,
  STRATEGIES,
  STRATEGY_ASSETS,
  STRATEGY_KEYS,
  type StakeAccountForm,
  type StakeBody,
  type StrategyKey,
  type StrategyStatus,
  UNSTAKE_KINDS,
  type UnstakeBody,
  type UnstakeKind,
} from '@staking-agent/wire';
import { type AskedFees, refuseFees } from '../builds/budget.ts';
import type { Build, ProvidedBuild } from '../builds/build.ts';
import { tellsOfNoRoute, UpstreamRefusal } from '../problems/faults.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import { findMaxExit, findMaxStake } from './reach.ts';
import type {
  AnyLiveStrategy,
  AnyStrategy,
  FieldsOf,
  Key,
  Strategies,
  StrategyBuilds,
  StrategyServices,
} from './strategy.ts';

/**
 * Reads an address field.
 *
 * @throws {ProblemError} `invalid_request` unless it is base58 of exactly 32 bytes, and for a program of the ledger, which
 *   no upstream can be asked to build for.
 */
export function requireAddress(text: string, field: string): Key {
  const bytes = parseAddressBytes(text);
  if (bytes === undefined) throw problem('ADDRESS_MALFORMED', { field });
  if (PROGRAM_ADDRESSES.has(text)) throw problem('ADDRESS_IS_PROGRAM', { field });
  return { text: text as Address, bytes };
}

/** The amount that asks for as much as there is. */
export const MAX = 'max';

/**
 * Reads an amount field.
 *
 * @param decimals - of the asset; more digits are refused, never rounded.
 * @param terms.least - the known minimum, for the refusal to name.
 * @param terms.isMaxTaken - whether the field takes `max` as well.
 * @returns base units, above zero and at most 2^64 - 1.
 * @throws {ProblemError} `invalid_request` with the rule it breaks.
 */
export function requireAmount(
  text: string,
  field: string,
  decimals: number,
  {
    least,
    isMaxTaken = field === 'amount',
  }: { readonly least?: bigint | undefined; readonly isMaxTaken?: boolean } = {},
): bigint {
  const amount = parseAmount(text, decimals);
  if (amount.ok) return amount.baseUnits;
  const { code, rule } = amount;
  const isMax = code === 'AMOUNT_MALFORMED' && isMaxTaken;
  throw problem(code, {
    field,
    rule: isMax ? `${rule}, or "${MAX}" for all that there is` : rule,
    nearest: field === 'amount' ? round(text, decimals, least) : undefined,
  });
}

/**
 * Reads the amount of an exit.
 *
 * @param rule - says what the strategy needs, where the amount is missing.
 * @returns base units.
 */
export function requireExitAmount(text: string | undefined, asset: Asset, rule: string): bigint {
  if (text === undefined) throw problem('FIELD_MISSING', { missing: ['amount'], rule });
  return requireAmount(text, 'amount', ASSET_DECIMALS[asset]);
}

/** Base units below which nothing is promised to be taken: it may be worth less than a base unit of what it is for. */
const DUST = 1_000n;

/**
 * Returns the accepted amounts around a text that has too many decimal places or is zero; undefined when they are unknown.
 */
function round(text: string, decimals: number, least?: bigint): Nearest | undefined {
  const [integer = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals);
  const cut = parseAmount(kept === '' ? integer : `${integer}.${kept}`, decimals);
  const below = cut.ok ? cut.baseUnits : cut.code === 'AMOUNT_ZERO' ? 0n : undefined;
  if (below === undefined) return undefined;
  const print = (units: bigint) => formatAmount(units, decimals);
  if (below < (least ?? DUST)) return least === undefined ? undefined : { lower: null, higher: print(least) };
  const isWhole = /^0*$/.test(fraction.slice(decimals));
  return { lower: print(below), higher: isWhole || below === MAX_BASE_UNITS ? null : print(below + 1n) };
}

type Action = 'stake' | UnstakeKind;
type Asset = keyof typeof ASSET_DECIMALS;

// Every action of every strategy says what it brings, or that its least cannot be asked for.
STRATEGY_ASSETS satisfies {
  readonly [Key in StrategyKey]: {
    readonly arrives: { readonly [Each in 'stake' | ExitKindOf<Key>]: Asset | null };
  };
};

/** Returns the asset that an action brings; undefined for an action without `minReceive` and for a missing one. */
export function findArriving(strategy: StrategyKey, action: Action): Asset | undefined {
  const arrives: Readonly<Partial<Record<Action, Asset | null>>> = STRATEGY_ASSETS[strategy].arrives;
  return arrives[action] ?? undefined;
}

/**
 * Checks the least that a caller wants to receive, where one is named.
 *
 * @returns base units of what arrives.
 * @throws {ProblemError} `invalid_request` when the text is no amount of it, or the action has no such bound.
 */
export function readMinReceive(
  text: string | undefined,
  strategy: StrategyKey,
  action: Action,
): bigint | undefined {
  if (text === undefined) return undefined;
  const asset = findArriving(strategy, action);
  if (asset !== undefined) return requireAmount(text, 'minReceive', ASSET_DECIMALS[asset]);
  throw problem('MIN_RECEIVE_NOT_OFFERED', { action, strategy });
}

/**
 * Waits for an order of the router; with `minReceive` only its sources that demand a minimum are asked for one.
 *
 * @throws {ProblemError} `MIN_RECEIVE_NOT_HELD` where none of these trades the amount.
 */
export async function orderHeld<Order>(
  order: Promise<Order>,
  minReceive: string | undefined,
): Promise<Order> {
  return order.catch((refusal: unknown) => {
    const isUnroutable = refusal instanceof UpstreamRefusal && tellsOfNoRoute(refusal.message);
    if (minReceive === undefined || !isUnroutable) throw refusal;
    throw problem('MIN_RECEIVE_NOT_HELD', { by: 'no market' }, { cause: refusal });
  });
}

/**
 * Orders a build from the router, which may be ordered once more: where the proof does not know the route, only from sources
 * whose programs the deployment lists.
 *
 * @param order - `programs` is absent where any source may be used.
 */
export async function orderProvable<Fields>(
  { config }: StrategyServices,
  order: (programs?: readonly string[]) => Promise<ProvidedBuild<Fields>>,
): Promise<ProvidedBuild<Fields>> {
  return { ...(await order()), orderAgain: () => order(config.deployment.routerPrograms) };
}

/** Checks whether the router makes the transactions of an action: their answers say what kind of order it is. */
function isRouted(strategy: StrategyKey, action: string | undefined): boolean {
  const { stake, unstake } = STRATEGIES[strategy].answers;
  const answers: Readonly<Partial<Record<string, { readonly properties: object }>>> = { ...unstake, stake };
  return Object.hasOwn(answers[action ?? '']?.properties ?? {}, 'routerKind');
}

/** Refuses fees of a request for an action of the router. @throws {ProblemError} as {@link refuseFees}. */
export function assertFeesTaken(
  strategy: string | undefined,
  action: string | undefined,
  fees: AskedFees,
): void {
  if (strategy !== undefined && isStrategyKey(strategy) && isRouted(strategy, action)) refuseFees(fees);
}

/**
 * Finds why the operator lets no such call of a strategy be built at present.
 *
 * @param kind - `stake`, or that of an exit; absent for what else is done with a stake account.
 */
export function findStop(
  strategy: StrategyKey,
  kind: string | undefined,
  services: StrategyServices,
): ProblemError | undefined {
  const { strategies, switches } = services;
  if (kind !== undefined && getStrategyStatus(strategies[strategy], services) !== 'live') {
    return problem('STRATEGY_NOT_LIVE', { strategy });
  }
  const stopped = switches
    .list()
    .find(({ target }) => target === strategy || (target === 'router' && isRouted(strategy, kind)));
  return stopped && problem('STOPPED_BY_OPERATOR', { what: stopped.target });
}

/** Reads the form of a new stake account. @throws {ProblemError} `invalid_request` for one that does not exist. */
export function readStakeAccountForm(text: string | undefined): StakeAccountForm {
  const form = STAKE_ACCOUNT_FORMS.find((each) => each === (text ?? 'keypair'));
  if (form !== undefined) return form;
  throw problem('STAKE_ACCOUNT_FORM_UNKNOWN', { form: String(text), offered: STAKE_ACCOUNT_FORMS });
}

/** Reads the asset that a leveraged exit ends in. @throws {ProblemError} `invalid_request` for one that is not offered. */
export function readOutputAsset(text = 'raSOL'): OutputAsset {
  const offered = OUTPUT_ASSETS.find((each) => each === text);
  if (offered !== undefined) return offered;
  throw problem('OUTPUT_ASSET_NOT_OFFERED', { outputAsset: text, offered: OUTPUT_ASSETS });
}

/**
 * Makes a build that was asked for.
 *
 * @param again - `keep` of the build that is made anew.
 */
export type MakeBuild<Id extends BuildOperation> = (
  again?: Uint8Array,
) => Promise<Build<FieldsOf<AnswerOf<Id>>>>;

type Exits = {
  readonly [Kind in UnstakeKind]?: (
    body: UnstakeBody,
    services: StrategyServices,
    again?: Uint8Array,
  ) => ReturnType<MakeBuild<'unstake'>>;
};

/** Refuses what is malformed in a stake; nothing is looked up before the build is made. */
export function prepareStake(
  body: StakeBody,
  services: StrategyServices,
): { readonly wallet: Key; readonly make: MakeBuild<'stake'> } {
  const { key, actions, catalog } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  assertFeesTaken(key, 'stake', body);
  readMinReceive(body.minReceive, key, 'stake');
  if (key === 'sol-native-stake') readStakeAccountForm(body.stakeAccountForm);
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
export function prepareUnstake(body: UnstakeBody, services: StrategyServices): MakeBuild<'unstake'> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  const exits: Exits = actions.unstake;
  const kind = UNSTAKE_KINDS.find((each) => each === body.kind);
  const exit = kind && exits[kind];
  if (kind === undefined || exit === undefined) {
    throw problem('KIND_NOT_OFFERED', { kind: body.kind, strategy: key, offered: Object.keys(exits) });
  }
  // A strategy with steps checks which there are.
  if (body.step !== undefined && !STRATEGY_ASSETS[key].hasSteps) {
    const reason = `${key} is left without steps, leave step out`;
    throw problem('STEP_NOT_OFFERED', { step: body.step, reason });
  }
  assertFeesTaken(key, kind, body);
  if (key === 'sol-leveraged-stake') readOutputAsset(body.outputAsset);
  readMinReceive(body.minReceive, key, kind);
  const asked = keepOwn(body, key);
  if (asked.amount !== MAX) return (again) => exit(asked, services, again);
  return async () => {
    const { amount: _max, ...rest } = asked;
    const whole = await findMaxExit(
      { key, kind, wallet: requireAddress(body.wallet, 'wallet') },
      actions.exits,
      services,
    );
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

/**
 * Returns the builds for stake accounts, unless the operator has stopped them. They also work while native staking is held
 * back from callers: what is staked must be able to leave.
 *
 * @throws {ProblemError} while the operator has stopped the strategy.
 */
export function requireStakeBuilds({
  strategies,
  switches,
}: StrategyServices): StrategyBuilds<'sol-native-stake'> {
  switches.assertRunning('sol-native-stake');
  return strategies['sol-native-stake'].actions;
}

/** The strategies, and those that the operator holds back. */
export type StrategyRegistry = {
  readonly strategies: Strategies;
  readonly config: { readonly comingSoon: ReadonlySet<StrategyKey> };
};

/** Returns whether a strategy can be called: it has actions, and the operator does not hold it back. */
export function getStrategyStatus(strategy: AnyStrategy, { config }: StrategyRegistry): StrategyStatus {
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
