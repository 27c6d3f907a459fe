import type { Address } from '@solana/kit';
import {
  CLOCK_ADDRESS,
  decodeStakeHistory,
  decodeTokenAmount,
  STAKE_HISTORY_ADDRESS,
} from '@staking-agent/chain/ledger';
import { decodeStakeAccount, STAKE_ACCOUNT_SPACE, STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import type { HistoryRow, LedgerMoment, MissingHistory, StrategyKey } from '@staking-agent/wire';
import { isUpstreamFailure, UpstreamFault } from '../problems/faults.ts';
import { problem } from '../problems/problem.ts';
import { requireClock } from '../strategies/reach.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { decodeRequest } from '../strategies/usdc-earn/checks.ts';
import { type ReadAccount, readAccounts } from '../upstreams/ledger/client.ts';
import { assertNoProgram } from '../upstreams/ledger/programs.ts';
import {
  comparePlaces,
  endOf,
  findBegin,
  getEnd,
  getEpoch,
  listUncarried,
  type Place,
  type Point,
  parsePoint,
  placeOf,
  printAfter,
  printPoint,
  type Scene,
} from './places.ts';
import { RECEIPT_KEYS, readRates } from './rates.ts';
import { tellMissing } from './rows.ts';
import { listHolders, locateAccounts, ownerOf } from './transaction.ts';
import { type Group, walk } from './walk.ts';

/** Which rows of a wallet are wanted. */
export type HistoryAsk = {
  readonly wallet: Address;
  readonly limit: number;
  readonly strategy: StrategyKey | undefined;
  readonly type: HistoryRow['type'] | undefined;
  /** Epochs, both included. */
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
};

/** Rows of a wallet, and where what follows them begins. */
export type HistoryPage = {
  readonly asOf: LedgerMoment;
  readonly rows: readonly HistoryRow[];
  readonly nextCursor: string | null;
  readonly missing: readonly MissingHistory[];
};

/**
 * The accounts of a wallet as its rows were read: while they stay so, no transaction has made another row.
 *
 * It is read before the rows are, so that a change in between is one.
 */
export type Seen = {
  /** Accounts by {@link printAccount}. */
  readonly accounts: ReadonlyMap<Address, string>;
  readonly epoch: bigint;
  /** Unix seconds of a row that comes with time alone. */
  readonly dueAt: bigint | undefined;
  /** False where rows wait for the ledger, so that they are to be read again. */
  readonly isSettled: boolean;
};

/** Rows that came after a place, oldest first. */
export type NewPage = HistoryPage & {
  readonly nextCursor: string;
  /** True if nothing came after the rows yet. */
  readonly isEnd: boolean;
  readonly seen: Seen;
};

/** Walks that a page into the future takes at most: beyond, the way from the present back to its beginning is too long. */
const MOST_WALKS = 20;

/**
 * Reads rows newest first.
 *
 * @param cursor - where the page before ended; undefined for the newest.
 * @throws {ProblemError} `invalid_request` for a cursor that is none, and where the wallet is a program.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function readPast(
  ask: HistoryAsk,
  cursor: string | undefined,
  services: StrategyServices,
): Promise<HistoryPage> {
  const given = cursor === undefined ? undefined : parsePoint(cursor, ask.wallet);
  return await readSteady(() => readPastOf(ask, given, services));
}

async function readPastOf(
  ask: HistoryAsk,
  given: ReturnType<typeof parsePoint> | undefined,
  services: StrategyServices,
) {
  const { scene, asOf, units } = await readScene(ask.wallet, services, ask);
  const { point, missing } = given?.isBound
    ? { point: given.point, missing: [] }
    : await findHead(scene, units).then(async (head) =>
        given === undefined ? head : { ...head, point: await retrace(given.point, head.point, scene) },
      );
  const isWanted = (row: HistoryRow) => keeps(ask, row);
  const isPast = ({ epoch }: Point) => ask.from !== undefined && epoch < ask.from;
  const walked = await walk(
    point,
    scene,
    ({ settled, isOpen, at }) => settled.filter(isWanted).length > ask.limit || (!isOpen && isPast(at)),
  );
  const { rows, next } = cut(walked.groups, point.below, ask.limit, isWanted);
  const end = next ?? walked.next;
  return {
    asOf,
    rows,
    nextCursor: end === undefined || isPast(end) ? null : printPoint(end, ask.wallet),
    missing: tellMissing([...missing, ...walked.missing, ...listUncarried(end)], ask, scene),
    isTorn: walked.isTorn,
  };
}

/**
 * Reads once more what began with a torn present: an account that was found before the transaction that made it would be one
 * without a beginning, and one that has just changed hands would have the rows of its former wallet.
 */
export async function readSteady<Read extends { readonly isTorn: boolean }>(
  read: () => Promise<Read>,
): Promise<Read> {
  const first = await read();
  return first.isTorn ? await read() : first;
}

/**
 * Reads rows that came after a place, oldest first, among confirmed slots that nothing can be added to.
 *
 * @param since - the present unless given: there is no row then, and the next cursor is the present.
 * @throws as {@link readPast}.
 */
export async function readNew(
  ask: HistoryAsk,
  since: Place | undefined,
  services: StrategyServices,
): Promise<NewPage> {
  return await readSteady(() => readNewOf(ask, since, services));
}

async function readNewOf(ask: HistoryAsk, since: Place | undefined, services: StrategyServices) {
  const { scene, asOf, held, units } = await readScene(ask.wallet, services, ask);
  const head = await findHead(scene, units);
  const after = since ?? endOf(scene.head);
  const walked = await walkBack(head.point, after, scene);
  const { settledBelow, dueAt, isTorn } = walked;
  const begin = findBegin(after, walked.rows);
  const rows = walked.rows
    .filter(
      (row) => BigInt(row.slot) < settledBelow && comparePlaces(placeOf(row), begin) > 0 && keeps(ask, row),
    )
    .toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b)));
  const found = rows.slice(0, ask.limit);
  const last = since ?? endOf(settledBelow - 1n);
  // What rows wait for is not missing yet.
  const missing = [...head.missing, ...walked.missing].filter(
    ({ slot }) => slot === null || (BigInt(slot) >= after.slot && BigInt(slot) < settledBelow),
  );
  return {
    asOf,
    rows: found,
    nextCursor: found.at(-1)?.cursor ?? printAfter(last),
    missing: tellMissing(missing, ask, scene),
    isEnd: found.length === rows.length,
    seen: {
      accounts: new Map([...held, ...head.held]),
      epoch: BigInt(asOf.epoch),
      dueAt,
      isSettled: scene.isHead && settledBelow > scene.head,
    },
    isTorn,
  };
}

/** Walks from the present back to a place. `settledBelow` is the first slot to which rows can be added still. */
async function walkBack(head: Point, after: Place, scene: Scene) {
  const missing: MissingHistory[] = [];
  const rows: HistoryRow[] = [];
  const begin = getFirstEpoch(after.slot, scene);
  let settledBelow = scene.head + 1n;
  let isTorn = false;
  let dueAt: bigint | undefined;
  let point: Point | undefined = head;
  for (let walks = 0; point !== undefined; walks += 1) {
    if (walks === MOST_WALKS) throw tooFar('after');
    const walked = await walk(
      point,
      scene,
      ({ isOpen, at, hasEnds, nextSlot }) =>
        !isOpen && (nextSlot ?? 0n) < after.slot && (!hasEnds || at.epoch <= begin),
    );
    rows.push(...walked.groups.flatMap((group) => group.rows));
    missing.push(...walked.missing);
    isTorn ||= walked.isTorn;
    if (walked.unsettledFrom !== undefined && walked.unsettledFrom < settledBelow)
      settledBelow = walked.unsettledFrom;
    dueAt ??= walked.dueAt;
    point = walked.isEnough ? undefined : walked.next;
  }
  return { rows, missing, settledBelow, dueAt, isTorn };
}

function tooFar(field: 'after' | 'cursor') {
  const rule = 'is so far back that the way to it is too long: read with cursor, from the newest row on';
  return problem('FIELD_INVALID', { wrong: [{ field, rule }] });
}

/**
 * Finds the point of an early cursor on the way back from the present. It does not say whose it is: nothing but its place is
 * taken from it, so that no row of another wallet can follow.
 *
 * @throws {ProblemError} `invalid_request` where the way is too long.
 */
async function retrace({ slot, epoch, below }: Point, head: Point, scene: Scene): Promise<Point> {
  const isBeyond = (point: Point) => point.slot < slot || point.epoch < epoch;
  let reached = head;
  let from: Point | undefined = head;
  for (let walks = 0; from !== undefined && !isBeyond(from); walks += 1) {
    if (walks === MOST_WALKS) throw tooFar('cursor');
    const { groups, next } = await walk(from, scene, ({ isOpen, at }) => !isOpen && isBeyond(at));
    const points = [...groups.map((group) => group.from), ...(next ? [next] : [])];
    reached = points.findLast((point) => !isBeyond(point)) ?? reached;
    from = next;
  }
  return isBeyond(reached) ? reached : { ...reached, slot, epoch, below };
}

/** The ledger pays what an epoch earned within a tenth of the next one (agave's MAX_FACTOR_OF_REWARD_BLOCKS_IN_EPOCH). */
const PAID_WITHIN = 10n;

/** Returns the first epoch of whose end nothing can be paid at a slot or after it. */
function getFirstEpoch(slot: bigint, scene: Scene): bigint {
  const epoch = getEpoch(slot, scene);
  return slot < getEnd(epoch - 1n, scene) + scene.slotsInEpoch / PAID_WITHIN ? epoch - 1n : epoch;
}

/** Checks whether rows can be of a strategy and a type. */
function wants(ask: HistoryAsk, strategy: StrategyKey, type: HistoryRow['type']): boolean {
  return (ask.strategy ?? strategy) === strategy && (ask.type ?? type) === type;
}

function keeps(ask: HistoryAsk, { strategy, type, epoch }: HistoryRow): boolean {
  const { from = 0n, to = BigInt(epoch) } = ask;
  return wants(ask, strategy, type) && from <= BigInt(epoch) && BigInt(epoch) <= to;
}

/** Cuts a page off; `next` is undefined where all rows fit. */
function cut(
  groups: readonly Group[],
  below: Place | undefined,
  limit: number,
  isWanted: (row: HistoryRow) => boolean,
): { readonly rows: readonly HistoryRow[]; readonly next: Point | undefined } {
  const page: HistoryRow[] = [];
  for (const [i, group] of groups.entries()) {
    let last = i === 0 ? below : undefined;
    for (const row of group.rows) {
      const place = placeOf(row);
      if (i === 0 && below !== undefined && comparePlaces(place, below) >= 0) continue;
      if (!isWanted(row)) continue;
      if (page.length === limit) return { rows: page, next: { ...group.from, below: last } };
      page.push(row);
      last = place;
    }
  }
  return { rows: page, next: undefined };
}

/** Prints what an account holds, so that two readings of it can be compared. */
export function printAccount(account: Pick<ReadAccount, 'lamports' | 'data'> | undefined): string {
  return account === undefined ? '' : `${account.lamports} ${account.data.toString('base64')}`;
}

/** Prints a moment of the ledger by its clock. */
export function toMoment(
  slot: bigint,
  clock: { readonly epoch: bigint; readonly now: bigint },
): LedgerMoment {
  return {
    slot: String(slot),
    epoch: String(clock.epoch),
    time: new Date(Number(clock.now) * 1_000).toISOString(),
  };
}

/**
 * Reads the moment and the epochs of the ledger with the wallet's accounts, and refuses a wallet that is a program.
 *
 * @param ask - the rows that are wanted; none of gains by rate, nor of dates of requests, unless given.
 */
export async function readScene(wallet: Address, services: StrategyServices, ask?: HistoryAsk) {
  const gaining = RECEIPT_KEYS.filter((key) => ask && wants(ask, key, 'reward'));
  const rates = await readRates(services, gaining);
  const accounts = locateAccounts(wallet, services.config.deployment);
  const { request, escrow, receipts } = accounts;
  const own = [wallet, request, escrow, ...Object.values(receipts)];
  const read = await readAccounts([CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, ...own], services);
  const info = await services.ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]);
  assertNoProgram(read(wallet));
  const history = decodeStakeHistory(read(STAKE_HISTORY_ADDRESS)?.data);
  if (history === undefined) throw new UpstreamFault('ledger', 'malformed');
  const slot = BigInt(info.absoluteSlot);
  const clock = requireClock(read);
  const pendingFrom = decodeRequest(read, request)?.withdrawableFrom;
  const isHead = slot >= read.slot;
  const scene: Scene = {
    accounts,
    head: isHead ? read.slot : slot,
    epoch: BigInt(info.epoch),
    firstSlot: slot - BigInt(info.slotIndex),
    slotsInEpoch: BigInt(info.slotsInEpoch),
    stakeHistory: (epoch) => history.get(epoch),
    isHead,
    rates,
    ...(ask && wants(ask, 'usdc-earn', 'claimable') && { claims: { now: clock.now, pendingFrom } }),
    services,
  };
  // An account that is read later than the head may have changed in between.
  const units = listHolders(accounts).map((account) =>
    isHead ? (decodeTokenAmount(read(account)?.data, ownerOf(account, accounts)) ?? 0n) : undefined,
  );
  const epoch = getEpoch(scene.head, scene);
  const asOf = toMoment(scene.head, { ...clock, epoch });
  const held = own.map((account) => [account, printAccount(read(account))] as const);
  return { scene, asOf, held, units };
}

/** Bytes of a stake account before its withdrawer. */
const WITHDRAWER_OFFSET = 44;

/** Finds the present: the stake accounts whose withdrawer the wallet is, beside the units of receipts that it holds. */
export async function findHead(scene: Scene, units: Point['held']) {
  const { head, services, accounts } = scene;
  const epoch = getEpoch(head, scene);
  const filters = [
    { dataSize: Number(STAKE_ACCOUNT_SPACE) },
    { memcmp: { offset: WITHDRAWER_OFFSET, bytes: accounts.wallet } },
  ];
  const options = { encoding: 'base64', commitment: 'confirmed', minContextSlot: Number(head), filters };
  const search = services.ledger.read('getProgramAccounts', [STAKE_PROGRAM_ADDRESS, options]);
  const found = await search.catch((error: unknown) => {
    if (!isUpstreamFailure(error)) throw error;
    return undefined;
  });
  const young = new Set<string>();
  const held = (found ?? []).map(({ pubkey, account: { lamports, data } }) => {
    const account = { lamports: BigInt(lamports), data: Buffer.from(data[0], 'base64') };
    const { activationEpoch = epoch } = decodeStakeAccount(account.data)?.delegation ?? {};
    if (activationEpoch >= epoch) young.add(pubkey);
    return [pubkey as Address, printAccount(account)] as const;
  });
  const owned = new Set<string>(held.map(([address]) => address));
  const point: Point = { slot: head, epoch, below: undefined, before: undefined, held: units, owned, young };
  const reason =
    'No node searches for stake accounts now: rewards of those that the wallet has are left out.';
  const missing: MissingHistory[] = found ? [] : [{ part: 'stake-accounts', slot: null, reason }];
  return { point, missing, held };
}
