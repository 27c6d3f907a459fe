import type { Address } from '@solana/kit';
import { BoundedCache } from '@staking-agent/chain/address';
import {
  type LedgerMoment,
  type MISSING_PARTS,
  type Position,
  type ReceiptPosition,
  STRATEGY_KEYS,
  type StakePosition,
} from '@staking-agent/wire';
import { isProblemError, type ProblemError } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { mapFew } from '../runtime/loop.ts';
import { type EpochRest, readEpochRest } from '../strategies/options.ts';
import { findStop } from '../strategies/prepare.ts';
import { locateAll, requireClock } from '../strategies/reach.ts';
import { MOMENT } from '../strategies/sol-native-stake/checks.ts';
import { prepareStakes } from '../strategies/sol-native-stake/position.ts';
import { type FoundStakes, findStakes, SEARCH_MILLISECONDS } from '../strategies/sol-native-stake/search.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { findTokenRefusal } from '../strategies/vault.ts';
import { shareReadings } from '../upstreams/guard.ts';
import { ACCOUNTS_OF_A_CALL, type ReadAccounts, readAccounts } from '../upstreams/ledger/client.ts';
import { assertNoProgram } from '../upstreams/ledger/programs.ts';
import { toLedgerMoment } from './facts.ts';

/** The positions of a wallet; its stake accounts by address, after the receipts. */
export type WalletPositions = {
  readonly asOf: LedgerMoment;
  readonly missing: (typeof MISSING_PARTS)[number][];
  readonly searched: FoundStakes['searched'];
  readonly positions: readonly Position[];
};

/** Wallets whose stake accounts are searched for at the same time, with two calls each. */
const SEARCHED_AT_ONCE = 8;
/** Readings of many wallets at the same time: they take half of the calls that a node is given. */
const MANY_IN_FLIGHT = 2;

type LocatedWallet = ReturnType<typeof locateWallet>;

function locateWallet(wallet: Address, services: StrategyServices) {
  const located = locateAll(STRATEGY_KEYS, wallet, services);
  const addresses = new Set([wallet, ...MOMENT, ...located.flatMap(([, each]) => each.addresses)]);
  return { wallet, located, addresses };
}

/**
 * Reads all positions of a wallet in one round of calls. A strategy that cannot be read does not affect the others.
 *
 * @param named - stake accounts that are read even if no node finds them.
 */
async function readPositions(
  wallet: Address,
  named: readonly Address[],
  services: StrategyServices,
): Promise<WalletPositions> {
  const located = locateWallet(wallet, services);
  const deadline = services.clock.elapsed() + SEARCH_MILLISECONDS.one;
  const [read, stakes, rest] = await Promise.all([
    readAccounts([...located.addresses], services),
    findStakes(wallet, { named, isThorough: true, deadline }, services),
    readEpochRest(services),
  ]);
  return describeWallet(located, { read, stakes, rest }, services);
}

/** @throws {ProblemError} `invalid_request` where the wallet is a program. */
function describeWallet(
  { wallet, located }: LocatedWallet,
  { read, stakes, rest }: Reading,
  services: StrategyServices,
): WalletPositions {
  assertNoProgram(read(wallet));
  const clock = requireClock(read);
  const describeStake = prepareStakes(stakes.found, wallet, read, rest, services);
  const terms = services.stakeTerms.peek();
  const { searched } = stakes;
  const missing: WalletPositions['missing'] = searched === 'all' ? [] : ['stake-accounts'];
  const receipts = located.flatMap(([key, { tokens, describeHoldings }]) => {
    const refusal = findTokenRefusal(tokens, wallet, read);
    try {
      const holdings = describeHoldings?.(read, terms) ?? [];
      return refusal === undefined ? holdings : holdings.map((each) => leaveOutRefused(each, refusal));
    } catch (error) {
      if (!isProblemError(error)) throw error;
      missing.push(key);
      return [];
    }
  });
  const described = [...receipts, ...stakes.found.map(describeStake)];
  const positions = described.map((position) => leaveOutStopped(position, services));
  return { asOf: toLedgerMoment(read.slot, clock), missing, searched, positions };
}

/** Leaves out the calls that need the wallet's token accounts, which refuse; those of a request need one of them each. */
function leaveOutRefused(position: ReceiptPosition, refusal: ProblemError): ReceiptPosition {
  if (position.state !== 'active' || position.next.length === 0) return position;
  const warning = { code: 'EXIT_NOT_POSSIBLE', detail: refusal.message } as const;
  return { ...position, next: [], warnings: [...position.warnings, warning] };
}

/** Leaves out the calls that the operator lets not be built at present; where none remains, a warning says why. */
function leaveOutStopped<Each extends Position>(position: Each, services: StrategyServices): Each {
  const { next, strategy } = position;
  const stops = next.map(({ body }) => findStop(strategy, readKind(body), services));
  const stopped = stops.find((stop) => stop !== undefined);
  if (stopped === undefined) return position;
  const open = next.filter((_, i) => stops[i] === undefined);
  const warning = { code: 'EXIT_NOT_POSSIBLE', detail: stopped.message } as const;
  return {
    ...position,
    next: open,
    warnings: open.length > 0 ? position.warnings : [...position.warnings, warning],
  };
}

function readKind(body: object): string | undefined {
  return 'kind' in body ? String(body.kind) : undefined;
}

type Reading = {
  readonly read: ReadAccounts;
  readonly stakes: FoundStakes;
  readonly rest: EpochRest | undefined;
};

/** The positions of each wallet, or why it is refused. */
type ManyPositions = ReadonlyMap<Address, WalletPositions | ProblemError>;

/** Reads the positions of many wallets: as many wallets in a call as it has room for, each with all that it needs. */
async function readManyPositions(
  wallets: readonly Address[],
  services: StrategyServices,
): Promise<ManyPositions> {
  const calls = packCalls(wallets.map((wallet) => locateWallet(wallet, services)));
  const readings = calls.map(async ({ addresses, held }) => {
    const read = await readAccounts([...addresses], services);
    return held.map((located) => ({ located, read }));
  });
  const [read, rest] = await Promise.all([Promise.all(readings), readEpochRest(services)]);
  const deadline = services.clock.elapsed() + SEARCH_MILLISECONDS.many;
  type Found = readonly [Address, WalletPositions | ProblemError];
  const found = await mapFew(read.flat(), SEARCHED_AT_ONCE, async ({ located, read }): Promise<Found> => {
    const stakes = await findStakes(located.wallet, { named: [], isThorough: false, deadline }, services);
    try {
      return [located.wallet, describeWallet(located, { read, stakes, rest }, services)];
    } catch (error) {
      if (!isProblemError(error)) throw error;
      return [located.wallet, error];
    }
  });
  return new Map(found);
}

function packCalls(wallets: readonly LocatedWallet[]) {
  const calls: { addresses: ReadonlySet<Address>; readonly held: LocatedWallet[] }[] = [];
  for (const located of wallets) {
    const last = calls.at(-1);
    const together = last?.addresses.union(located.addresses);
    if (last === undefined || together === undefined || together.size > ACCOUNTS_OF_A_CALL) {
      calls.push({ addresses: located.addresses, held: [located] });
    } else {
      last.addresses = together;
      last.held.push(located);
    }
  }
  return calls;
}

/** Reads wallets, each at most once in two seconds, save after a transaction of it that has landed since. */
export type WalletReader = {
  read(wallet: Address, named: readonly Address[], services: StrategyServices): Promise<WalletPositions>;
  readMany(wallets: readonly Address[], services: StrategyServices): Promise<ManyPositions>;
  /** Gives no reading of an earlier slot again. */
  noteLanded(wallet: string, slot: bigint): void;
};

const REMEMBERED = 1_000;

/** Creates the reader of wallets, with its own concurrency limit. @throws {UpstreamBusy} from a read at that limit. */
export function createWalletReader(clock: Clock): WalletReader {
  const share = shareReadings<WalletPositions>({ clock });
  const shareMany = shareReadings<ManyPositions>({ clock, inFlight: MANY_IN_FLIGHT });
  const landed = new BoundedCache<{ readonly slot: bigint }>(REMEMBERED);
  const isRecent = (wallet: Address, { asOf }: WalletPositions) =>
    BigInt(asOf.slot) >= (landed.get(wallet)?.slot ?? 0n);
  return {
    read: (wallet, named, services) =>
      share(
        [wallet, ...named].join(),
        () => readPositions(wallet, named, services),
        (reading) => isRecent(wallet, reading),
      ),
    readMany: (wallets, services) =>
      shareMany(
        wallets.join(),
        () => readManyPositions(wallets, services),
        (found) => found.entries().every(([wallet, each]) => isProblemError(each) || isRecent(wallet, each)),
      ),
    noteLanded(wallet, slot) {
      if (slot > (landed.get(wallet)?.slot ?? 0n)) landed.set(wallet, { slot });
    },
  };
}

/** Octets that a line of iCalendar may have, its end left out. */
const LINE_OCTETS = 75;

/**
 * Prints when stake that cools down can be withdrawn, as iCalendar (RFC 5545): an event for each account whose date can be
 * estimated, at the time by which it is expected to be possible, and for each withdrawal that waits at a vault.
 *
 * @param now - when it is printed, Unix milliseconds.
 */
export function printCalendar(positions: readonly Position[], now: number): string {
  const events = positions.flatMap((position) => {
    if (position.strategy !== 'sol-native-stake') return printClaim(position, now);
    const { availableAt } = position;
    return availableAt?.latest === undefined ? [] : printWithdrawal(position, availableAt.latest, now);
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//staking-agent-api//positions//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Stake withdrawals',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function printWithdrawal(
  { stakeAccount, deactivationEpoch, value }: StakePosition,
  latest: string,
  now: number,
): string[] {
  return printEvent(now, {
    id: `${stakeAccount}-${deactivationEpoch}`,
    at: latest,
    summary: `Withdraw ${value.amount} SOL of stake`,
    description: `Stake account ${stakeAccount} has cooled down: POST /withdraw empties it.`,
  });
}

function printClaim({ id, state, claimableAt, value }: ReceiptPosition, now: number): string[] {
  if (state !== 'requested' || claimableAt === undefined) return [];
  return printEvent(now, {
    id: `${id}-${Date.parse(claimableAt)}`,
    at: claimableAt,
    summary: `Claim ${value.amount} ${value.asset}`,
    description: 'The waiting period of the vault is over: POST /unstake with step claim pays it.',
  });
}

function printEvent(
  now: number,
  { id, at, summary, description }: Readonly<Record<'id' | 'at' | 'summary' | 'description', string>>,
): string[] {
  const start = printTime(Date.parse(at));
  return [
    'BEGIN:VEVENT',
    `UID:${id}@staking-agent-api`,
    `DTSTAMP:${printTime(now)}`,
    `DTSTART:${start}`,
    `DTEND:${start}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${description}`,
    'END:VEVENT',
  ];
}

/** Prints UTC with seconds: 20261121T205104Z. */
function printTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Folds a long line: it continues on the next line after a space. The text is ASCII. */
function fold(line: string): string {
  const first = line.slice(0, LINE_OCTETS);
  const rest = line.slice(LINE_OCTETS).match(new RegExp(`.{1,${LINE_OCTETS - 1}}`, 'g')) ?? [];
  return [first, ...rest].join('\r\n ');
}
