import type { Address } from '@solana/kit';
import {
  type AmountAsset,
  type AnswerOf,
  ASSET_DECIMALS,
  type EntryOption,
  type EntryOptionsAnswer,
  type ExitOption,
  type ExitOptionPath,
  type ExitOptionsAnswer,
  type InputAsset,
  parseAmount,
  type Quantity,
  type StrategyKey,
} from '@staking-agent/wire';
import { finishBuild } from '../builds/finish.ts';
import type { Means, StrategyRange } from '../builds/ranges.ts';
import { STAKED_ASSETS } from '../builds/value-limits.ts';
import { attempt } from '../problems/faults.ts';
import { isProblemError, type ProblemError } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { toQuantity } from '../runtime/json.ts';
import { askLeast, less, sayLeast, sumCosts, YEAR_MILLISECONDS } from '../strategies/options.ts';
import { type MakeBuild, prepareStake, requireLiveStrategy } from '../strategies/prepare.ts';
import {
  type ClosedExit,
  type ExitDraft,
  type FieldsOf,
  printCall,
  type StrategyServices,
  type TriedBuild,
  type Way,
} from '../strategies/strategy.ts';
import { shareReadings } from '../upstreams/guard.ts';
import type { FactsReading } from './facts.ts';
import { describeBuild } from './receipts.ts';

/** Answers of at most two seconds ago, each kind with a concurrency limit of its own. */
export type SharedReadings = ReturnType<typeof createSharedReadings>;

/** Creates the sharing of concurrent readings. @throws {UpstreamBusy} from a reading at the concurrency limit. */
export function createSharedReadings(clock: Clock) {
  return {
    shareFacts: shareReadings<FactsReading>({ clock }),
    shareExits: shareReadings<ExitOptionsAnswer>({ clock }),
    shareEntries: shareReadings<EntryOptionsAnswer>({ clock }),
  };
}

/** The moment at which the ways in of one amount are compared. */
export type EntryScene = {
  readonly wallet: Address;
  /** As the request has it. */
  readonly amount: string;
  readonly range: StrategyRange | ProblemError | undefined;
  readonly means: Means;
  readonly services: StrategyServices;
};

/** Tries a stake in a strategy; describes its result and that of an immediate exit. */
export async function findEntry(key: StrategyKey, scene: EntryScene): Promise<EntryOption> {
  const { wallet, services } = scene;
  const tried = await attempt(async () =>
    tryBuild(prepareStake({ strategy: key, wallet, amount: scene.amount }, unkept(services)).make, services),
  );
  const { apy } = services.figures.listed(key);
  const shared = { strategy: key, apyPercent: apy, risks: [...services.strategies[key].risks] };
  if (isProblemError(tried)) {
    const problem = { code: tried.code, detail: tried.message };
    return {
      ...shared,
      isAvailable: false,
      problem,
      receive: null,
      costs: [],
      rentLocked: null,
      leaveAtOnce: null,
      breakEvenDays: null,
      next: [],
    };
  }
  return { ...shared, ...(await describe(key, tried, scene)) };
}

type Described = Omit<EntryOption, 'strategy' | 'apyPercent' | 'risks'>;

async function describe(key: StrategyKey, tried: TriedBuild, scene: EntryScene): Promise<Described> {
  const { actions } = requireLiveStrategy(key, scene.services);
  const { costs, receive } = tried.receipt;
  const amount = tried.amount ?? scene.amount;
  const asset = STAKED_ASSETS[key];
  const parsed = parseAmount(amount, ASSET_DECIMALS[asset]);
  if (!parsed.ok || receive === null) throw new Error('A build was made of an amount that is none.');
  const locked = costs.filter(({ kind, isRefundable }) => kind === 'rent' && isRefundable);
  const stake = { amount: parsed.baseUnits, receipt: tried.receipt, range: scene.range, means: scene.means };
  const { isPossible } = tried.receipt.undo;
  const back = isPossible ? await attempt(() => actions.roundTripValue(stake, scene.services)) : undefined;
  const left = isProblemError(back) ? undefined : back;
  const { apy } = scene.services.figures.listed(key);
  return {
    isAvailable: true,
    problem: null,
    receive: { expected: receive.expected, atLeast: sayAtLeast(actions.receipt, receive.atLeast) },
    costs,
    rentLocked: toQuantity('SOL', sumCosts(locked)),
    leaveAtOnce: left === undefined ? null : printLeaving(asset, parsed.baseUnits, left),
    breakEvenDays: left === undefined ? null : findBreakEven(parsed.baseUnits, left, apy),
    next: [
      printCall('stake', 'Stakes it.', {
        strategy: key,
        wallet: scene.wallet,
        amount,
        ...askLeast(key, 'stake', tried.receipt),
      }),
    ],
  };
}

// A delegation is what it is; the price of a receipt may move until the call of next.
function sayAtLeast(asset: AmountAsset | undefined, atLeast: Quantity | null): Quantity | null {
  return atLeast === null || asset === undefined
    ? atLeast
    : toQuantity(asset, sayLeast(BigInt(atLeast.baseUnits)));
}

function printLeaving(asset: InputAsset, amount: bigint, back: bigint): EntryOption['leaveAtOnce'] {
  return { receive: toQuantity(asset, back), cost: toQuantity(asset, less(amount, back)) };
}

const DAYS = 365;

/** Computes the days after which the yield on an amount has paid for the part that does not come back, to a tenth, up. */
function findBreakEven(amount: bigint, back: bigint, apy: number | null): string | null {
  if (apy === null || apy <= 0) return null;
  const daily = (Number(amount) * apy) / 100 / DAYS;
  const days = Number(less(amount, back)) / daily;
  return Number.isFinite(days) ? (Math.ceil(days * 10) / 10).toFixed(1) : null;
}

/** Prints exits side by side, and names the fastest and the one that pays most. */
export function printExits(
  ways: readonly Way[],
  /** Until the next epoch, in milliseconds; undefined while that is not known. */
  left: number | undefined,
) {
  const open = ways.filter((way) => 'asset' in way);
  const ends = open.filter(({ asset }) => asset === 'SOL' || asset === 'USDC');
  const now = open.filter(({ availableAt }) => availableAt === null);
  return {
    options: ways.map((way) => ('asset' in way ? printOpen(way, open, left) : printClosed(way))),
    fastest: findBest(now.length > 0 ? now : open),
    cheapest: findBest(ends),
  };
}

/** Computes the expected amount of a way with the rewards of stake until it arrives. */
function getWorth({ expected, rewards = 0n }: ExitDraft): bigint {
  return expected + rewards;
}

/** Finds the exit that pays most among those to the same asset; with several assets, the one with fewest steps. */
function findBest(ways: readonly ExitDraft[]): ExitOptionPath | null {
  const [first, ...others] = ways.toSorted((a, b) => a.transactions - b.transactions);
  if (first === undefined) return null;
  const same = others.filter(({ asset }) => asset === first.asset);
  return same.reduce((best, way) => (getWorth(way) > getWorth(best) ? way : best), first).path;
}

function printOpen(way: ExitDraft, all: readonly ExitDraft[], left: number | undefined): ExitOption {
  const { path, via, transactions, asset, expected, atLeast, costs, rewards, availableAt, next } = way;
  return {
    path,
    isAvailable: true,
    problem: null,
    via,
    transactions,
    receive: {
      expected: toQuantity(asset, expected),
      atLeast: atLeast === undefined ? null : toQuantity(asset, atLeast),
    },
    costs: [...costs],
    rewards: rewards === undefined ? null : toQuantity('SOL', rewards),
    availableAt,
    costOfHaste: availableAt === null ? priceHaste(way, all, left) : null,
    next: [...next],
  };
}

function priceHaste(
  way: ExitDraft,
  all: readonly ExitDraft[],
  left: number | undefined,
): ExitOption['costOfHaste'] {
  const slow = all.find(({ asset, availableAt }) => asset === way.asset && availableAt !== null);
  if (slow === undefined) return null;
  const more = getWorth(slow) - getWorth(way);
  const cost = more > 0n ? more : 0n;
  const isKnown = left !== undefined && left > 0 && way.expected > 0n;
  const share = Number(cost) / Number(way.expected);
  return {
    ...toQuantity(way.asset, cost),
    perYearPercent: isKnown ? ((share * YEAR_MILLISECONDS * 100) / left).toFixed(2) : null,
  };
}

function printClosed({ path, refusal, next = [] }: ClosedExit): ExitOption {
  return {
    path,
    isAvailable: false,
    problem: { code: refusal.code, detail: refusal.message },
    via: null,
    transactions: 0,
    receive: null,
    costs: [],
    rewards: null,
    availableAt: null,
    costOfHaste: null,
    next: [...next],
  };
}

const RECEIPT = new Set(['receipt'] as const);

/**
 * Makes a build as its operation would, to read the effects from its proof.
 *
 * @throws {ProblemError} as the operation does.
 */
export async function tryBuild<Id extends 'stake' | 'unstake' | 'withdraw'>(
  make: MakeBuild<Id>,
  services: StrategyServices,
): Promise<TriedBuild> {
  const finished = await finishBuild<FieldsOf<AnswerOf<Id>>>(await make(), services);
  const answer = await describeBuild(finished, RECEIPT, services);
  const { receipt } = answer;
  if (receipt === undefined) throw new Error('A build was asked for its receipt and has none.');
  const { amount }: Readonly<Record<string, unknown>> = { ...answer };
  return { receipt, via: nameVia({ ...answer }), amount: typeof amount === 'string' ? amount : undefined };
}

/** Returns services whose builds are not handed out, so that they need no store. */
export function unkept(services: StrategyServices): StrategyServices {
  return { ...services, requireStore: async () => undefined };
}

function nameVia({ route, routerKind, path }: Readonly<Record<string, unknown>>): string {
  return route === 'router' ? `router ${routerKind}` : String(path ?? route ?? 'stake program');
}
