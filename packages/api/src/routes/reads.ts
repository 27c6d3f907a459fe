import {
  type AnswerOf,
  API_VERSION,
  type ApyFacts,
  DEFAULT_HISTORY_RANGE,
  HEADERS,
  type HealthAnswer,
  HISTORY_RANGES,
  type HistoryAnswer,
  isStrategyKey,
  type LimitsAnswer,
  type LiquidityFacts,
  MAX_NAMED_STAKE_ACCOUNTS,
  MAX_WALLETS,
  type ManyPositionsAnswer,
  POSITION_PARTS,
  POSITIONS_OF_EACH,
  POSITIONS_PER_PAGE,
  type Position,
  type PositionsAnswer,
  type Quantity,
  SERVICE_NAME,
  STRATEGY_KEYS,
  type StatusAnswer,
  type StrategyFactsAnswer,
  type StrategyKey,
  type StrategyLimits,
  type StrategyListAnswer,
} from '@staking-agent/wire';
import { type FactsReading, readFacts, toLedgerMoment } from '../answers/facts.ts';
import { type Held, type LimitsReading, printLimits } from '../answers/limits.ts';
import type { WalletPositions } from '../answers/positions.ts';
import { BOUNDLESS, getTokenRent } from '../builds/ranges.ts';
import { describeEarned, type Past } from '../history/earned.ts';
import { attempt } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import { toQuantity } from '../runtime/json.ts';
import { listRealised, printPercent } from '../strategies/facts.ts';
import {
  findStop,
  getStrategyStatus,
  MAX,
  requireAddress,
  requireLiveStrategy,
} from '../strategies/prepare.ts';
import { findMaxExit } from '../strategies/reach.ts';
import { type AnyLiveStrategy, type AnyStrategy, isOwnedBy, type Key } from '../strategies/strategy.ts';
import { FIGURE_TIMES } from '../yields/figures.ts';
import type { Ask, RoutePorts } from './handler.ts';

/** `GET /apy/history`: past APY of one strategy, read from its source for this answer. */
export async function apyHistory(
  { query, setHeader }: Ask<'apyHistory'>,
  services: RoutePorts,
): Promise<HistoryAnswer> {
  const { strategy: key, range = DEFAULT_HISTORY_RANGE } = query;
  if (key === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['strategy'],
      rule: `Optional: range, one of ${HISTORY_RANGES.join(', ')}.`,
    });
  }
  const strategy = requireLiveStrategy(key, services);
  const known = HISTORY_RANGES.find((each) => each === range);
  if (known === undefined) throw problem('RANGE_INVALID', { range, offered: HISTORY_RANGES });
  const { apy } = strategy.actions;
  if (apy === undefined) {
    throw problem('APY_UNAVAILABLE', { strategy: strategy.key, fault: 'absent' });
  }
  const { points, isComplete } = await apy.history(known, services);
  setHeader(HEADERS.historyComplete, String(isComplete));
  return { strategy: strategy.key, range: known, points: [...points] };
}

/** The one deployment whose ledger is a toy. */
const SANDBOX = 'sandbox';

/** `GET /limits`: the least and the most that can be staked and taken out at present. */
export async function getLimits({ query }: Ask<'getLimits'>, services: RoutePorts): Promise<LimitsAnswer> {
  const keys = requireKeys(query.strategy);
  const wallet = query.wallet === undefined ? undefined : requireAddress(query.wallet, 'wallet').text;
  const reading = await services.readLimits(wallet, services);
  const { slot, clock, means, nextEpoch, genesisHash } = reading;
  const { name } = services.config.deployment;
  return {
    network: { deployment: name, genesisHash: genesisHash ?? null, isSandbox: name === SANDBOX },
    asOf: toLedgerMoment(slot, clock),
    nextEpoch,
    ledger: {
      stakeAccountRent: toQuantity('SOL', means.rentExemptReserve),
      tokenAccountRent: toQuantity('SOL', getTokenRent(means)),
      walletRent: toQuantity('SOL', means.rent(0)),
      minimumDelegation: toQuantity('SOL', means.minimumDelegation),
      signatureFee: toQuantity('SOL', means.signatureFee),
    },
    strategies: await Promise.all(keys.map((key) => describe(key, reading, wallet !== undefined, services))),
  };
}

function requireKeys(key: string | undefined): readonly StrategyKey[] {
  if (key === undefined) return STRATEGY_KEYS;
  if (isStrategyKey(key)) return [key];
  throw problem('STRATEGY_NOT_FOUND', { strategy: key, known: STRATEGY_KEYS });
}

async function describe(
  key: StrategyKey,
  { ranges, means }: LimitsReading,
  isOwn: boolean,
  services: RoutePorts,
): Promise<StrategyLimits> {
  const range = ranges.get(key);
  const least = range !== undefined && 'bounds' in range && range.bounds.isOpen ? range.bounds.least : 1n;
  const held: Held = {
    most: services.valueGate.room(key),
    refusal: await findRefusal(key, least, services),
    findStop: (kind) => findStop(key, kind, services),
  };
  return printLimits(key, range, held, { isOwn, price: means.price(key) });
}

/** Finds the operator's reason why no amount is accepted; undefined without one. */
async function findRefusal(
  key: StrategyKey,
  least: bigint,
  services: RoutePorts,
): Promise<ProblemError | undefined> {
  const stop = findStop(key, 'stake', services);
  return stop ?? (await attempt(async () => void (await services.valueGate.assertRoom(key, least))));
}

const WITHOUT_CAPTURES = {
  member: 'apy.realised',
  reason:
    'The database of this service does not answer: what was realised, and what of leverage is inferred from it, is not known at present.',
};

/** `GET /strategies/{key}/facts`: what a strategy rests on at present. */
export async function getStrategyFacts(
  { params }: Ask<'getStrategyFacts'>,
  services: RoutePorts,
): Promise<StrategyFactsAnswer> {
  const strategy = requireLiveStrategy(params.key, services);
  const reading = await services.shareFacts(strategy.key, () => readFacts(strategy, services));
  const { slot, clock, facts, programs } = reading;
  return {
    strategy: strategy.key,
    asOf: toLedgerMoment(slot, clock),
    apy: describeApy(strategy, reading, services),
    liquidity: describeLiquidity(strategy, reading),
    fees: [...facts.fees],
    programs: programs.map(([name, address, version]) => ({
      name,
      address,
      upgradeAuthority: version?.upgradeAuthority ?? null,
      lastDeployedSlot: version === undefined ? null : String(version.deploySlot),
    })),
    leverage: facts.leverage ?? null,
    missing: reading.captures === undefined ? [WITHOUT_CAPTURES] : [],
  };
}

function describeApy(
  { key, actions }: AnyLiveStrategy,
  { captures }: FactsReading,
  { figures, clock, usdcWindow }: RoutePorts,
): ApyFacts {
  const { basis, method, source, window } = actions.apyTerms;
  const { apy: percent } = figures.listed(key);
  const age = figures.ages(key).apy;
  return {
    percent: printPercent(percent),
    basis,
    method,
    window: typeof window === 'string' ? window : window[usdcWindow],
    source,
    readAt: age === undefined ? null : new Date(clock.now() - age).toISOString(),
    ageSeconds: age === undefined ? null : Math.floor(age / 1_000),
    isStale: age === undefined || age > FIGURE_TIMES.every + FIGURE_TIMES.retry,
    realised: listRealised(captures ?? []),
  };
}

function describeLiquidity({ actions }: AnyLiveStrategy, { range, facts }: FactsReading): LiquidityFacts {
  const { asset, capacityLeft, exits } = range;
  const instant = exits.find(({ kind }) => kind === 'instant');
  const known = actions.knowsInstant && instant?.takes === 'amount' ? instant : undefined;
  const most = known?.bounds.isOpen === true ? known.bounds.most : 0n;
  return {
    instant: known === undefined || most >= BOUNDLESS ? null : toQuantity(known.asset, most),
    idle: facts.idle ?? null,
    capacityLeft: capacityLeft === undefined ? null : toQuantity(asset, capacityLeft),
  };
}

/** `GET /strategies/{key}`: one strategy in full, with figures read for this answer. */
export async function getStrategy(
  { params }: Ask<'getStrategy'>,
  services: RoutePorts,
): Promise<AnswerOf<'getStrategy'>> {
  const strategy = requireLiveStrategy(params.key, services);
  return strategy.describe(await services.figures.fresh(strategy.key), services);
}

/** `GET /health`: touches nothing, so it answers whenever the process does. */
export function health({ setHeader }: Ask<'health'>, { config, clock }: RoutePorts): HealthAnswer {
  setHeader(HEADERS.link, `<${config.siteOrigin}/openapi.json>; rel="service-desc"`);
  return {
    ok: true,
    service: SERVICE_NAME,
    version: API_VERSION,
    commit: config.commit,
    time: new Date(clock.now()).toISOString(),
  };
}

/** `GET /wallets/{wallet}/positions`: everything of a wallet in all strategies. */
export async function listPositions(
  { params, query }: Ask<'listPositions'>,
  services: RoutePorts,
): Promise<PositionsAnswer> {
  const wallet = requireAddress(params.wallet, 'wallet').text;
  const cursor = query.cursor === undefined ? undefined : requireAddress(query.cursor, 'cursor').text;
  const isEarned = hasParts(query.include?.split(','));
  const [reading, pasts] = await Promise.all([
    services.wallets.read(wallet, requireNamed(query.stakeAccounts), services),
    isEarned ? services.readPast([wallet], services) : undefined,
  ]);
  const page = printPage(wallet, reading, { cursor, most: POSITIONS_PER_PAGE });
  return { ...page, ...addEarned(wallet, reading, pasts, services) };
}

/** Returns whether further parts are wanted, of which there is one. @throws {ProblemError} `invalid_request`. */
function hasParts(parts: readonly string[] = []): boolean {
  const isTwice = new Set(parts).size < parts.length;
  if (isTwice || parts.some((part) => !POSITION_PARTS.some((known) => known === part))) {
    const rule = `must be ${POSITION_PARTS.join(', ')}, each once`;
    throw problem('FIELD_INVALID', { wrong: [{ field: 'include', rule }] });
  }
  return parts.length > 0;
}

function addEarned(
  wallet: string,
  reading: WalletPositions,
  pasts: ReadonlyMap<string, Past> | undefined,
  { figures }: RoutePorts,
) {
  const past = pasts?.get(wallet);
  if (past === undefined) return {};
  return { earned: describeEarned(wallet, reading, past, (key) => figures.listed(key).apy) };
}

/** `POST /positions`: the same of many wallets; one that is refused leaves the others as they are. */
export async function listManyPositions(
  { body }: Ask<'listManyPositions'>,
  services: RoutePorts,
): Promise<ManyPositionsAnswer> {
  const isEarned = hasParts(body.include);
  const wallets = new Set(body.wallets);
  if (wallets.size === 0 || wallets.size > MAX_WALLETS || wallets.size < body.wallets.length) {
    const rule = `must be 1 to ${MAX_WALLETS} addresses, each once`;
    throw problem('FIELD_INVALID', { wrong: [{ field: 'wallets', rule }] });
  }
  const asked = await Promise.all([...wallets].map(readWallet));
  const keys = asked.flatMap(({ key }) => (isProblemError(key) ? [] : [key]));
  const found = await services.wallets.readMany(keys, services);
  const answered = keys.filter((key) => !isProblemError(found.get(key)));
  const pasts = isEarned && answered.length > 0 ? await services.readPast(answered, services) : undefined;
  return {
    wallets: asked.map(({ wallet, key }) => {
      const each = isProblemError(key) ? key : found.get(key);
      if (each === undefined) throw new Error('Every wallet that was asked for is read.');
      return isProblemError(each)
        ? { wallet, problem: { code: each.code, detail: each.message } }
        : {
            ...printPage(wallet, each, { most: POSITIONS_OF_EACH }),
            ...addEarned(wallet, each, pasts, services),
          };
    }),
  };
}

async function readWallet(wallet: string) {
  return { wallet, key: await attempt(async () => requireAddress(wallet, 'wallet').text) };
}

function printPage(
  wallet: string,
  { asOf, missing, searched, positions }: WalletPositions,
  { cursor, most }: { readonly cursor?: string | undefined; readonly most: number },
): PositionsAnswer {
  const rest = cursor === undefined ? positions : positions.filter((each) => isBehind(each, cursor));
  const page = rest.slice(0, most);
  return {
    wallet,
    asOf,
    isComplete: missing.length === 0,
    missing,
    searched,
    totals: sumUp(positions.filter((each) => isOwnedBy(wallet, each))),
    positions: page,
    nextCursor: rest.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Receipts are on the first page, and stake accounts in the order of their addresses. */
function isBehind({ strategy, id }: Position, cursor: string): boolean {
  return strategy === 'sol-native-stake' && id > cursor;
}

function requireNamed(text: string | undefined): readonly Key['text'][] {
  if (text === undefined) return [];
  const addresses = text.split(',').map((each) => requireAddress(each, 'stakeAccounts').text);
  if (addresses.length > MAX_NAMED_STAKE_ACCOUNTS) {
    const rule = `must be at most ${MAX_NAMED_STAKE_ACCOUNTS} addresses`;
    throw problem('FIELD_INVALID', { wrong: [{ field: 'stakeAccounts', rule }] });
  }
  return [...new Set(addresses)].toSorted();
}

function sumUp(positions: readonly Position[]): Quantity[] {
  return (['SOL', 'USDC'] as const).flatMap((asset) => {
    const values = positions.flatMap(({ value }) => (value.asset === asset ? [BigInt(value.baseUnits)] : []));
    if (values.length === 0) return [];
    const sum = values.reduce((total, value) => total + value, 0n);
    return [toQuantity(asset, sum)];
  });
}

/** `GET /strategies`: all four, at once, with the figures last known. */
export function listStrategies(_ask: Ask<'listStrategies'>, services: RoutePorts): StrategyListAnswer {
  const strategies = STRATEGY_KEYS.map((key) => {
    const strategy: AnyStrategy = services.strategies[key];
    const { asset, title, blurb } = strategy.catalog;
    const status = getStrategyStatus(strategy, services);
    return { key, asset, title, blurb, status, live: services.figures.listed(key) };
  });
  return { strategies };
}

/** `POST /quote`: previews what an exit would pay, without promise. */
export async function quote({ body }: Ask<'quote'>, services: RoutePorts): Promise<AnswerOf<'quote'>> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  if (!('quote' in actions)) throw problem('NOTHING_TO_QUOTE', { strategy: key });
  if (body.amount !== MAX) return await actions.quote(body, services);
  const { amount: _max, ...rest } = body;
  const { amount } = await findMaxExit(
    { key, kind: 'instant', wallet: requireAddress(body.wallet, 'wallet') },
    actions.exits,
    services,
  );
  return await actions.quote({ ...rest, ...(amount !== undefined && { amount }) }, services);
}

/** `GET /status`: how the service is, by what this process has seen. */
export function status(_ask: Ask<'status'>, { readStatus }: RoutePorts): StatusAnswer {
  return readStatus();
}
