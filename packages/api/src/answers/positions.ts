import type { Address } from '@solana/kit';
import { BoundedCache } from '@staking-agent/chain/address';
import type { Deployment } from '@staking-agent/chain/deployment';
import { decodeStakeAccount, STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeEpochRewards,
  decodeStakeHistory,
  EPOCH_REWARDS_ADDRESS,
  STAKE_HISTORY_ADDRESS,
} from '@staking-agent/chain/sysvar';
import {
  type LedgerMoment,
  type MISSING_PARTS,
  type Position,
  type ReceiptPosition,
  STRATEGY_KEYS,
  type StakePosition,
  type StrategyKey,
} from '@staking-agent/wire';
import { UpstreamFault } from '../problems/faults.ts';
import { isProblemError, problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Feed } from '../runtime/feed.ts';
import { type EpochEndPorts, type EpochRest, estimateEpochEnd } from '../strategies/epoch-end.ts';
import type { AnyStrategy, Holding, Strategies } from '../strategies/strategy.ts';
import { shareReadings } from '../upstreams/guard.ts';
import { type LedgerClient, type ReadAccounts, readAccounts } from '../upstreams/ledger/client.ts';
import type { StakeTerms, ValidatorFacts } from '../upstreams/ledger/feeds.ts';
import { assertNoProgram } from '../upstreams/ledger/programs.ts';
import { toLedgerMoment } from './facts.ts';
import { describeStake, findMergeable, findStakes, type StakeScene } from './stakes.ts';

/** What positions are read with. */
type PositionPorts = EpochEndPorts & {
  readonly ledger: LedgerClient;
  readonly deployment: Pick<Deployment, 'voteAccount'>;
  readonly strategies: Strategies;
  readonly stakeTerms: Pick<Feed<StakeTerms>, 'peek'>;
  readonly validator: Pick<Feed<ValidatorFacts>, 'peek'>;
};

/** Everything of a wallet; the stake accounts by address, after the receipts. */
type WalletPositions = {
  readonly asOf: LedgerMoment;
  readonly missing: (typeof MISSING_PARTS)[number][];
  readonly positions: readonly Position[];
};

const SCENE_ADDRESSES = [CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, EPOCH_REWARDS_ADDRESS];

/**
 * Reads all positions of a wallet in one round of calls.
 *
 * @param named - stake accounts that are read whether or not a node finds them.
 * @throws {ProblemError} `invalid_request` for a program; {@link UpstreamFault} or {@link UpstreamRefusal} when the ledger
 *   shows no accounts at all.
 */
async function readPositions(
  wallet: Address,
  named: readonly Address[],
  ports: PositionPorts,
): Promise<WalletPositions> {
  const { ledger } = ports;
  const holdings = await findHoldings(wallet, ports.strategies);
  const addresses = new Set([
    wallet,
    ...SCENE_ADDRESSES,
    ...holdings.flatMap(([, { addresses: own }]) => own),
  ]);
  const [read, stakes, rest] = await Promise.all([
    readAccounts([...addresses], { ledger }),
    findStakes(wallet, named, { ledger }),
    readEpochRest(ports),
  ]);
  assertNoProgram(read(wallet));
  const { scene, asOf } = readScene(wallet, read, rest, ports);
  const receipts = describeHoldings(holdings, read, ports.stakeTerms.peek());
  const missing: WalletPositions['missing'] = [...receipts.missing];
  if (!stakes.isComplete) missing.unshift('stake-accounts');
  const mergeable = findMergeable(stakes.found, scene);
  const native = stakes.found.map((stake) => describeStake(stake, { ...scene, mergeable }));
  return { asOf, missing, positions: [...receipts.positions, ...native] };
}

type NamedHolding = readonly [StrategyKey, Holding];

async function findHoldings(wallet: Address, strategies: Strategies): Promise<readonly NamedHolding[]> {
  const found = await Promise.all(
    STRATEGY_KEYS.map(async (key) => {
      const { actions }: AnyStrategy = strategies[key];
      const holding = await actions?.findHolding?.(wallet);
      return holding === undefined ? [] : [[key, holding] as const];
    }),
  );
  return found.flat();
}

/** Describes the holdings; a strategy that cannot be read does not affect the others. */
function describeHoldings(
  holdings: readonly NamedHolding[],
  read: ReadAccounts,
  terms: StakeTerms | undefined,
): { readonly positions: ReceiptPosition[]; readonly missing: StrategyKey[] } {
  const positions: ReceiptPosition[] = [];
  const missing: StrategyKey[] = [];
  for (const [key, holding] of holdings) {
    try {
      positions.push(...holding.describe(read, terms));
    } catch (error) {
      if (!isProblemError(error)) throw error;
      missing.push(key);
    }
  }
  return { positions, missing };
}

/** Only dates are made of it: without it there are none. */
export async function readEpochRest({
  ledger,
  clock,
}: Pick<PositionPorts, 'ledger' | 'clock'>): Promise<EpochRest | undefined> {
  try {
    const { slotIndex, slotsInEpoch } = await ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]);
    return { slotsLeft: BigInt(slotsInEpoch) - BigInt(slotIndex), readAt: clock.elapsed() };
  } catch {
    return undefined;
  }
}

function readScene(
  wallet: Address,
  read: ReadAccounts,
  rest: EpochRest | undefined,
  ports: PositionPorts,
): { readonly scene: StakeScene; readonly asOf: LedgerMoment } {
  const { deployment, validator, stakeTerms } = ports;
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  const history = decodeStakeHistory(read(STAKE_HISTORY_ADDRESS)?.data);
  if (clock === undefined || history === undefined) throw new UpstreamFault('ledger', 'malformed');
  return {
    asOf: toLedgerMoment(read.slot, clock),
    scene: {
      wallet,
      voteAccount: deployment.voteAccount,
      epoch: clock.epoch,
      now: clock.now,
      history: (epoch) => history.get(epoch),
      isPaying: decodeEpochRewards(read(EPOCH_REWARDS_ADDRESS)?.data)?.isActive ?? false,
      isDelinquent: validator.peek()?.isDelinquent,
      epochEnd: rest === undefined ? {} : estimateEpochEnd(rest, clock, ports),
      minimumDelegation: stakeTerms.peek()?.minimumDelegation,
      mergeable: () => [],
    },
  };
}

/** Reads wallets, each at most once in two seconds, save after a transaction of it that has landed since. */
export type WalletReader = {
  read(wallet: Address, named: readonly Address[]): Promise<WalletPositions>;
  /** Gives no reading of an earlier slot again. */
  noteLanded(wallet: string, slot: bigint): void;
};

const REMEMBERED = 1_000;

/** Creates the reader of wallets, with its own concurrency limit. @throws {UpstreamBusy} from a read at that limit. */
export function createWalletReader(ports: PositionPorts & { readonly clock: Clock }): WalletReader {
  const share = shareReadings<WalletPositions>(ports);
  const landed = new BoundedCache<{ readonly slot: bigint }>(REMEMBERED);
  return {
    read: (wallet, named) =>
      share(
        [wallet, ...named].join(),
        () => readPositions(wallet, named, ports),
        ({ asOf }) => BigInt(asOf.slot) >= (landed.get(wallet)?.slot ?? 0n),
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

/** Of a withdrawal that was requested of a vault. */
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

/** UTC with seconds: 20261121T205104Z. */
function printTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Folds a long line: it continues on the next line after a space. The text is ASCII. */
function fold(line: string): string {
  const first = line.slice(0, LINE_OCTETS);
  const rest = line.slice(LINE_OCTETS).match(new RegExp(`.{1,${LINE_OCTETS - 1}}`, 'g')) ?? [];
  return [first, ...rest].join('\r\n ');
}

/**
 * Reads one stake account of a wallet as a position. No search: one read, and one of the epoch for dates.
 *
 * @throws {ProblemError} `upstream_error` when there is no stake account at that address, `invalid_request` when it is
 *   another wallet's or the wallet is a program; {@link UpstreamFault} or {@link UpstreamRefusal} when the ledger does not
 *   answer.
 */
export async function readStake(
  wallet: Address,
  stakeAccount: Address,
  ports: PositionPorts,
): Promise<StakePosition> {
  const [read, rest] = await Promise.all([
    readAccounts([stakeAccount, wallet, ...SCENE_ADDRESSES], ports),
    readEpochRest(ports),
  ]);
  assertNoProgram(read(wallet));
  const found = read(stakeAccount);
  const named = { field: 'stakeAccount', account: stakeAccount };
  if (found === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', named);
  const account = found.owner === STAKE_PROGRAM_ADDRESS ? decodeStakeAccount(found.data) : undefined;
  if (account === undefined) throw problem('NOT_A_STAKE_ACCOUNT', named);
  const { staker, withdrawer } = account.authorities;
  if (staker !== wallet || withdrawer !== wallet) throw problem('STAKE_ACCOUNT_OF_ANOTHER', named);
  const { scene } = readScene(wallet, read, rest, ports);
  return describeStake({ address: stakeAccount, lamports: found.lamports, account }, scene);
}
