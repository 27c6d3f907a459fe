import type { Address } from '@solana/kit';
import {
  type Earned,
  type HistoryRow,
  type LedgerMoment,
  type MissingHistory,
  type Position,
  type Quantity,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import type { Clock } from '../runtime/clock.ts';
import { toQuantity } from '../runtime/json.ts';
import { mapFew } from '../runtime/loop.ts';
import { printPercent } from '../strategies/facts.ts';
import { isOwnedBy, type StrategyServices } from '../strategies/strategy.ts';
import { shareReadings } from '../upstreams/guard.ts';
import { YEAR } from '../yields/figures.ts';
import { findGains } from './gains.ts';
import { findHead, readScene, readSteady } from './pages.ts';
import { getEnd, type Point } from './places.ts';
import { isReceiptKey, type Rates, type ReceiptKey, readRates, WORTH } from './rates.ts';
import { readMoved, unitOf } from './rows.ts';
import { sum } from './transaction.ts';
import { type Bound, walk } from './walk.ts';

/** The most that is read of a history for what was earned. */
const MOST_OF_ONE: Bound = { transactions: 500, epochs: 200 };
/** The most that is read for one answer, in equal shares of its wallets. */
const MOST_TOGETHER: Bound = { transactions: 2_500, epochs: 1_000 };
/** Wallets of one answer whose histories are read at the same time. */
const READ_AT_ONCE = 4;

/** The history of a wallet, as far as it is read for what it earned. */
export type Past = {
  readonly asOf: LedgerMoment;
  readonly rows: readonly HistoryRow[];
  readonly missing: readonly MissingHistory[];
  /** The epoch in which the walk stopped, and what it was allowed to read; undefined if it came to the beginning. */
  readonly stopped: { readonly epoch: bigint; readonly most: Bound } | undefined;
  readonly rates: Rates;
  /** The gains of receipts by rate with the end of the last epoch; without those of which it is not known. */
  readonly gained: ReadonlyMap<StrategyKey, bigint>;
};

/** Answers for which histories are read at the same time: of one wallet, and of many. */
const IN_FLIGHT = 2;

/** Reads histories for what was earned: few at a time, as each takes far more calls than positions do. */
export type PastReader = (
  wallets: readonly Address[],
  services: StrategyServices,
) => Promise<ReadonlyMap<string, Past>>;

/** Creates the reader of histories, with its own concurrency limit. @throws {UpstreamBusy} from a read at that limit. */
export function createPastReader(clock: Clock): PastReader {
  type Pasts = ReadonlyMap<string, Past>;
  const shareOne = shareReadings<Pasts>({ clock, inFlight: IN_FLIGHT });
  const shareMany = shareReadings<Pasts>({ clock, inFlight: IN_FLIGHT });
  return (wallets, services) => {
    const share = wallets.length === 1 ? shareOne : shareMany;
    return share(wallets.join(), () => readPasts(wallets, services));
  };
}

/** @throws as {@link readPast} of a page. */
async function readPasts(wallets: readonly Address[], services: StrategyServices) {
  const rates = await readRates(services);
  const most = shareOf(wallets.length);
  return new Map(
    await mapFew(
      wallets,
      READ_AT_ONCE,
      async (wallet) =>
        [wallet, await readSteady(() => readWhole(wallet, { most, rates }, services))] as const,
    ),
  );
}

/** Returns what is read of each of so many wallets: the same whatever the histories of the others are. */
function shareOf(wallets: number): Bound {
  const share = (part: keyof Bound) => Math.min(MOST_OF_ONE[part], Math.floor(MOST_TOGETHER[part] / wallets));
  return { transactions: share('transactions'), epochs: share('epochs') };
}

async function readWhole(
  wallet: Address,
  { most, rates }: { readonly most: Bound; readonly rates: Rates },
  services: StrategyServices,
) {
  const { scene, asOf, units } = await readScene(wallet, services);
  const { point, missing } = await findHead(scene, units);
  const { owned, epoch } = point;
  // To list the transactions of a stake account takes a call, as a transaction does.
  if (owned.size > most.transactions) {
    return { asOf, rows: [], missing, stopped: { epoch, most }, rates, gained: new Map(), isTorn: false };
  }
  const begin = getEnd(epoch - 1n, scene);
  let held: Point['held'] | undefined;
  const walked = await walk(
    point,
    scene,
    ({ at, nextSlot = 0n }) => {
      if (nextSlot < begin) held ??= at.held;
      return false;
    },
    most,
  );
  return {
    asOf,
    rows: walked.groups.flatMap((group) => group.rows),
    missing: [...missing, ...walked.missing],
    stopped: walked.next && { epoch: walked.next.epoch, most },
    rates,
    gained: findGains(held ?? [], scene.accounts, epoch - 1n, rates),
    isTorn: walked.isTorn,
  };
}

/** A wallet's holding of a strategy: units as in its history, and their value in the asset. */
type Held = { readonly units: bigint; readonly value: bigint };

/** The positions of a wallet, and the parts of them that could not be read. */
type Present = { readonly positions: readonly Position[]; readonly missing: readonly string[] };

/** Describes what a wallet earned with each strategy that it has, or had, something in, or may have had. */
export function describeEarned(
  wallet: string,
  { positions, missing }: Present,
  past: Past,
  advertised: (key: StrategyKey) => number | null,
): Earned[] {
  const flows = listFlows(past);
  return STRATEGY_KEYS.flatMap((strategy) => {
    const rows = past.rows.filter((row) => row.strategy === strategy && row.type !== 'failed');
    const own = positions.filter((each) => each.strategy === strategy);
    if (rows.length === 0 && own.length === 0 && past.stopped === undefined) return [];
    const isUnread = missing.includes(strategy === 'sol-native-stake' ? 'stake-accounts' : strategy);
    const held = sumHeld(wallet, own);
    const fault = isUnread
      ? { isWrong: true, reason: 'What the wallet holds of it cannot be read now.' }
      : findFault(strategy, held, rows, past);
    const spent = flows.get(strategy) ?? [];
    const { earned, deposits, reason } = balanceAccount(held, spent, fault);
    const asset = isReceiptKey(strategy) ? WORTH[strategy] : 'SOL';
    const print = (units: bigint | undefined) => (units === undefined ? null : printSigned(asset, units));
    return {
      strategy,
      since: findSince(rows, past),
      balance: toQuantity(asset, held.value),
      netDeposits: print(deposits),
      earned: print(earned),
      lastEpoch: print(findLastEpoch(strategy, rows, past, fault)),
      realisedPercent: earned === undefined ? null : printRealised(earned, spent, past.asOf),
      advertisedPercent: printPercent(advertised(strategy)),
      known: spent.some(({ isRated }) => isRated) ? ('rate' as const) : ('ledger' as const),
      isComplete: reason === null,
      reason,
    };
  });
}

/** Returns the time of the first row; null where there may be earlier ones. */
function findSince(rows: readonly HistoryRow[], { stopped }: Past): string | null {
  const times = stopped === undefined ? rows.flatMap(({ time }) => time ?? []) : [];
  return times.toSorted()[0] ?? null;
}

/** Balances what went in and out against what is held; nothing is earned by guess. */
function balanceAccount({ value }: Held, spent: readonly Flow[], fault: Fault | undefined) {
  const unknown = spent.find(({ amount }) => amount === undefined);
  const reason = unknown === undefined ? (fault?.reason ?? null) : sayUnknown(unknown);
  const isKnown = fault?.isWrong !== true && unknown === undefined;
  const deposits = isKnown ? sum(spent.map(({ amount }) => amount ?? 0n)) : undefined;
  return { earned: deposits === undefined ? undefined : value - deposits, deposits, reason };
}

const sayUnknown = ({ epoch }: Flow) =>
  `In epoch ${epoch} it went in or out without a price in its asset, and this service has no rate of that epoch.`;

function sumHeld(wallet: string, positions: readonly Position[]): Held {
  const own = positions.filter((each) => isOwnedBy(wallet, each));
  return {
    units: sum(own.map((each) => BigInt('receipt' in each ? each.receipt.baseUnits : each.value.baseUnits))),
    value: sum(own.map(({ value }) => BigInt(value.baseUnits))),
  };
}

/** Something that a history lacks. `hasGoneOn`: rows and holdings may be of two moments. */
type Fault = { readonly isWrong: boolean; readonly reason: string; readonly hasGoneOn?: boolean };

/** Finds what a history lacks; it is wrong where its rows do not add up to what is held. */
function findFault(
  key: StrategyKey,
  held: Held,
  rows: readonly HistoryRow[],
  { missing, stopped }: Past,
): Fault | undefined {
  if (stopped !== undefined) return { isWrong: true, reason: sayTooLong(stopped.most) };
  const isNative = key === 'sol-native-stake';
  const first = missing.find(
    ({ part }) => part === 'transactions' || (isNative && (part === 'rewards' || part === 'stake-accounts')),
  );
  const reason = first?.reason;
  if (sum(rows.map((row) => changeOf(row, unitOf(key)))) === held.units) {
    return reason === undefined ? undefined : { isWrong: false, reason };
  }
  const hasGoneOn = reason === undefined;
  return { isWrong: true, hasGoneOn, reason: reason ?? 'The ledger went on while this was read: ask again.' };
}

function sayTooLong({ transactions, epochs }: Bound): string {
  const others = transactions < MOST_OF_ONE.transactions ? ' beside so many other wallets' : '';
  return `The history is too long: at most ${transactions} transactions and ${epochs} epochs of it are read${others}. GET /wallets/{wallet}/history has all of it, page by page.`;
}

/** Something that went into a strategy, or came out of it below zero, in its asset; undefined for an unknown worth. */
type Flow = {
  readonly time: string | null;
  readonly epoch: bigint;
  readonly amount: bigint | undefined;
  /** By the captured rate. */
  readonly isRated: boolean;
};

/** Lists what went into each strategy, by transaction: what was paid for it where the ledger says so, else by the rate. */
function listFlows({ rows, rates }: Past): ReadonlyMap<StrategyKey, readonly Flow[]> {
  const flows = new Map<StrategyKey, Flow[]>();
  const add = (key: StrategyKey, flow: Flow) => void flows.set(key, [...(flows.get(key) ?? []), flow]);
  const transactions = Map.groupBy(
    rows.filter(
      ({ known, type, signature }) => known === 'ledger' && type !== 'failed' && signature !== null,
    ),
    ({ signature }) => signature,
  );
  for (const together of transactions.values()) {
    const [first] = together;
    if (first === undefined) continue;
    const { time } = first;
    const epoch = BigInt(first.epoch);
    const moved = readMoved(together);
    for (const row of together) {
      const key = row.strategy;
      const units = changeOf(row, unitOf(key));
      if (isForfeit(row)) add(key, { time, epoch, amount: 0n, isRated: false });
      else if (isReceiptKey(key)) add(key, { time, epoch, ...price(key, units, moved, epoch, rates) });
      else add(key, { time, epoch, amount: units, isRated: false });
    }
  }
  return flows;
}

/** Checks for units that are burned without a payment: those that a request of the USDC vault loses when it is cancelled. */
const isForfeit = ({ strategy, type, in: gained }: HistoryRow) =>
  strategy === 'usdc-earn' && type === 'exit' && gained.length === 0;

const SOL_FAMILY: readonly string[] = ['SOL', 'staked SOL'];

/**
 * Prices what a transaction moved into a strategy, or out of it.
 *
 * Where nothing but the strategy's asset was paid, that is the price. raSOL that was paid for raSOL Max counts by its rate.
 */
function price(
  key: ReceiptKey,
  units: bigint,
  moved: ReturnType<typeof readMoved>,
  epoch: bigint,
  rates: Rates,
): { readonly amount: bigint | undefined; readonly isRated: boolean } {
  const of = (asset: string) => moved.get(asset)?.units ?? 0n;
  if (units === 0n) return { amount: 0n, isRated: false };
  const family = WORTH[key] === 'SOL' ? SOL_FAMILY : ['USDC'];
  // The rent of token accounts is SOL beside what was paid in USDC.
  const beside = WORTH[key] === 'SOL' ? [] : ['SOL'];
  const others = moved
    .keys()
    .filter((asset) => ![...family, ...beside, unitOf(key)].includes(asset))
    .toArray();
  const paid = -sum(family.map(of));
  const isPaid = units > 0n ? paid > 0n : paid < 0n;
  if (others.length === 0 && isPaid) return { amount: paid, isRated: false };
  const [other] = others;
  if (key === 'sol-leveraged-stake' && others.length === 1 && other === 'raSOL') {
    const worth = rates.worth('sol-liquid-stake', of('raSOL'), epoch);
    return { amount: worth === undefined ? undefined : paid - worth, isRated: true };
  }
  return { amount: rates.worth(key, units, epoch), isRated: true };
}

/** Returns what the end of the last epoch brought; undefined where it is not known. */
function findLastEpoch(
  key: StrategyKey,
  rows: readonly HistoryRow[],
  { asOf, gained, missing, stopped }: Past,
  fault: Fault | undefined,
): bigint | undefined {
  if (fault?.hasGoneOn) return undefined;
  if (isReceiptKey(key)) return gained.get(key);
  if (stopped !== undefined && stopped.epoch >= BigInt(asOf.epoch)) return undefined;
  if (missing.some(({ part }) => part === 'rewards' || part === 'stake-accounts')) return undefined;
  const paid = rows.filter(({ type, epoch }) => type === 'reward' && epoch === asOf.epoch);
  return sum(paid.map((row) => changeOf(row, 'staked SOL')));
}

/** Prints what was earned by what was in, each deposit as long as it was: simple interest for a year of 365 days. */
function printRealised(earned: bigint, flows: readonly Flow[], { time }: LedgerMoment): string | null {
  const now = Date.parse(time);
  let held = 0;
  for (const { amount = 0n, time: at } of flows) {
    if (at === null) return null;
    held += Number(amount) * (now - Date.parse(at));
  }
  return held > 0 ? printPercent((Number(earned) * YEAR * 100) / held) : null;
}

/** Returns what a row adds to an asset, in base units. */
function changeOf(row: HistoryRow, unit: string): bigint {
  const of = (quantities: readonly Quantity[]) =>
    sum(quantities.map(({ asset, baseUnits }) => (asset === unit ? BigInt(baseUnits) : 0n)));
  return of(row.in) - of(row.out);
}

function printSigned(asset: 'SOL' | 'USDC', units: bigint): Quantity {
  if (units >= 0n) return toQuantity(asset, units);
  const { amount, baseUnits } = toQuantity(asset, -units);
  return { asset, amount: `-${amount}`, baseUnits: `-${baseUnits}` };
}
