import { hash } from 'node:crypto';
import { type Address, getAddressEncoder } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import type { FindStakeHistory } from '@staking-agent/chain/stake';
import type { HistoryRow, MissingHistory } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import type { Rates } from './rates.ts';
import type { WalletAccounts } from './transaction.ts';

/** The place of a row: rows of a slot are in the order of their positions. */
export type Place = { readonly slot: bigint; readonly position: string };

/** Where a walk into the past goes on. Whoever has it needs nothing else of what came later. */
export type Point = {
  /** Transactions of later slots are known. */
  readonly slot: bigint;
  /** The rewards of later epochs are known; the epoch before this one is the first whose end is not. */
  readonly epoch: bigint;
  /** Only rows below this place are taken of what is read first. */
  readonly below: Place | undefined;
  /** A transaction that is known already, as all after it. */
  readonly before: string | undefined;
  /** The stake accounts of the wallet at that slot. */
  readonly owned: ReadonlySet<string>;
  /**
   * Those of them that the running epoch has made, at the present alone: a node that does not list what made one lists it
   * soon. What made an older one is pruned.
   */
  readonly young?: ReadonlySet<string> | undefined;
  /** Units of receipts in each of its token accounts then, in the order of `listHolders`; undefined where not known. */
  readonly held: readonly (bigint | undefined)[];
};

/** The epochs of the ledger: the running one, its first slot, and their length. */
export type Epochs = Readonly<Record<'epoch' | 'firstSlot' | 'slotsInEpoch', bigint>>;

/** A block by its slot, and its time in Unix seconds: that of the clock which its transactions saw. */
export type Block = { readonly slot: bigint; readonly time: bigint };

/** A wallet, and the ledger at a confirmed slot: the newest of which rows are read. */
export type Scene = Epochs & {
  readonly head: bigint;
  /** How much of all stake began to move in each epoch, as the ledger remembers it. */
  readonly stakeHistory: FindStakeHistory;
  readonly accounts: WalletAccounts;
  /** Rates of the receipts whose gains are wanted as rows. */
  readonly rates: Rates;
  readonly isHead: boolean;
  /** Present if it is wanted from when requested withdrawals can be claimed. */
  readonly claims?: {
    /** Unix seconds of the ledger's clock, which may be of a later slot than the head. */
    readonly now: bigint;
    /** Unix seconds from which the request that the vault has now can be claimed. */
    readonly pendingFrom: bigint | undefined;
  };
  readonly services: StrategyServices;
};

/** Returns the epoch of a slot. */
export function getEpoch(slot: bigint, { epoch, firstSlot, slotsInEpoch }: Epochs): bigint {
  if (slot >= firstSlot) return epoch;
  return epoch - (firstSlot - slot + slotsInEpoch - 1n) / slotsInEpoch;
}

/** Returns the slot that the epoch after this one began with. */
export function getEnd(ended: bigint, { epoch, firstSlot, slotsInEpoch }: Epochs): bigint {
  return firstSlot - (epoch - ended - 1n) * slotsInEpoch;
}

const DIGITS = 16;
const digest = (text: string) => hash('sha256', text).slice(0, DIGITS);

/** Names the position of a row within its slot: the same on every replica, whatever else the slot has. */
export function drawPosition(account: string, type: string, signature: string): string {
  return digest(`${account} ${type} ${signature}`);
}

export function printPlace({ slot, position }: Place): string {
  return `${slot}-${position}`;
}

/** Reads the place of a row of ours. */
export function placeOf({ cursor }: HistoryRow): Place {
  const [slot = '0', position = ''] = cursor.split('-');
  return { slot: BigInt(slot), position };
}

/** Compares places, oldest first. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.slot !== b.slot) return a.slot < b.slot ? -1 : 1;
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}

const PLACE = /^(\d{1,20})(?:-([0-9a-f]{16}))?$/;
const POINT =
  /^(\d{1,20})\.(\d{1,20})\.([1-9A-HJ-NP-Za-km-z]{64,88})?\.(\d{1,20}-[0-9a-f]{16})?\.([\w-]*)(?:\.(\d{0,20}(?:-\d{0,20}){3}))?(?:\.([0-9a-f]{16}))?$/;
/** Behind every row of its slot. */
const LAST = 'g';

/** Returns the place behind every row of a slot. */
export function endOf(slot: bigint): Place {
  return { slot, position: LAST };
}

/**
 * Parses the place of a row, or a slot, which stands for its end.
 *
 * @throws {ProblemError} `invalid_request`.
 */
export function parsePlace(text: string, field: string): Place {
  const [, slot, position = LAST] = PLACE.exec(text) ?? [];
  const number = slot === undefined ? -1n : BigInt(slot);
  if (number !== BigInt.asUintN(64, number))
    throw malformed(field, 'must be cursor of a row, or a slot, which is less than 2^64');
  return { slot: number, position };
}

/** Prints a place to read on after. */
export function printAfter(place: Place): string {
  return place.position === LAST ? String(place.slot) : printPlace(place);
}

/**
 * Finds the place to begin after: that of a row, or the beginning of its slot where none of these rows has it. Then it is of
 * another wallet, or of a fork, and a position says nothing.
 */
export function findBegin(after: Place, rows: readonly HistoryRow[]): Place {
  const cursor = printAfter(after);
  return cursor === String(after.slot) || rows.some((row) => row.cursor === cursor)
    ? after
    : endOf(after.slot - 1n);
}

const ADDRESS_BYTES = 32;
const ADDRESS = getAddressEncoder();
/** Stake accounts that a cursor carries at most: it has to fit into the line of a request. */
const MOST_CARRIED = 250;

/**
 * Prints a point as a cursor, with at most {@link MOST_CARRIED} stake accounts. Its last part binds it to the wallet that
 * owns them. It contains no secret, so that every replica accepts it for ever; a forged one misleads only its caller.
 */
export function printPoint({ slot, epoch, before = '', below, owned, held }: Point, wallet: Address): string {
  const carried = [...owned].toSorted().slice(0, MOST_CARRIED);
  const bytes = Buffer.concat(carried.map((account) => Buffer.from(ADDRESS.encode(account as Address))));
  const place = below === undefined ? '' : printPlace(below);
  const units = held.map((each) => each ?? '').join('-');
  const text = `${slot}.${epoch}.${before}.${place}.${bytes.toString('base64url')}.${units}`;
  return `${text}.${digest(`${wallet} ${text}`)}`;
}

/** Lists the stake accounts that the cursor of a point does not carry. */
export function listUncarried(point: Point | undefined): readonly MissingHistory[] {
  if (point === undefined || point.owned.size <= MOST_CARRIED) return [];
  const reason = `A page reads on with ${MOST_CARRIED} stake accounts: of the others, rewards are left out from here on.`;
  return [{ part: 'stake-accounts', slot: String(point.slot), reason }];
}

/**
 * Parses the cursor of a page of a wallet; early ones have no units, and do not say whose they are.
 *
 * @throws {ProblemError} `invalid_request`, also for a cursor of another wallet.
 */
export function parsePoint(
  text: string,
  wallet: Address,
): { readonly point: Point; readonly isBound: boolean } {
  const [, slot, epoch, before, place, accounts = '', units = '---', bound] = POINT.exec(text) ?? [];
  const bytes = Buffer.from(accounts, 'base64url');
  const isOther = bound !== undefined && bound !== digest(`${wallet} ${text.slice(0, -DIGITS - 1)}`);
  if (slot === undefined || epoch === undefined || bytes.length % ADDRESS_BYTES !== 0 || isOther) {
    throw malformed('cursor', 'must be nextCursor of the page before, of the same wallet');
  }
  const owned = new Set<string>();
  for (let at = 0; at < bytes.length; at += ADDRESS_BYTES) {
    owned.add(toAddress(bytes.subarray(at, at + ADDRESS_BYTES)));
  }
  const below = place === undefined ? undefined : parsePlace(place, 'cursor');
  const held = units.split('-').map((each) => (each === '' ? undefined : BigInt(each)));
  const point = { slot: BigInt(slot), epoch: BigInt(epoch), below, before, owned, held };
  return { point, isBound: bound !== undefined };
}

const malformed = (field: string, rule: string) => problem('FIELD_INVALID', { wrong: [{ field, rule }] });
