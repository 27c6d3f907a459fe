import type { Address } from '@solana/kit';
import type { HistoryRow, MissingHistory } from '@staking-agent/wire';
import { UpstreamRefusal } from '../problems/faults.ts';
import { toQuantity } from '../runtime/json.ts';
import { type Executed, readExecuted } from '../sending/executed.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { Listings } from './listings.ts';
import {
  comparePlaces,
  drawPosition,
  type Epochs,
  getEnd,
  getEpoch,
  type Point,
  placeOf,
  printPlace,
} from './places.ts';
import { type Effects, readEffects, toStakedSol, type WalletAccounts } from './transaction.ts';

/** A wallet, and the ledger at a confirmed slot: the newest of which rows are read. */
export type Scene = Epochs & {
  readonly head: bigint;
  readonly accounts: WalletAccounts;
  readonly services: StrategyServices;
};

/** Transactions and epochs that a walk reads at most. */
const MOST_READ = { transactions: 100, epochs: 40 } as const;
const FETCHED_AHEAD = 8;

/** Rows of one slot, or of the end of an epoch, and where a walk begins that reads them first. */
export type Group = { readonly from: Point; readonly rows: readonly HistoryRow[] };

/** The part of a history that a walk has read. */
export type Walk = {
  /** Newest first. */
  readonly groups: readonly Group[];
  /** Undefined at the beginning of the history. */
  readonly next: Point | undefined;
  readonly missing: readonly MissingHistory[];
  /** Rewards that come with this slot cannot be read yet. */
  readonly unsettledFrom: bigint | undefined;
  /** It ended because it was enough. */
  readonly isEnough: boolean;
};

/** What a walk has come to. */
export type Progress = {
  /** Rows that are complete, newest first, as far as none before them is not. */
  readonly settled: readonly HistoryRow[];
  /** Further rows are not complete. */
  readonly isOpen: boolean;
  readonly at: Point;
  /** The next transaction on the way back; undefined where none is listed. */
  readonly nextSlot: bigint | undefined;
};

/**
 * Walks into the past of a wallet, slot by slot, until it is enough, or it has read as much as a walk may.
 *
 * The wallet's transactions say which stake accounts were its own before them, also of accounts that are gone. What a stake
 * account gained between a reward and what happened to it before is part of the reward: beside inflation the ledger pays a
 * share of what blocks brought, of which it tells nothing but the balance.
 *
 * @param isEnough - asked after each slot and each epoch.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function walk(
  from: Point,
  scene: Scene,
  isEnough: (progress: Progress) => boolean,
): Promise<Walk> {
  const path = new Path(from, scene);
  await path.begin();
  for (;;) {
    const progress = path.progress();
    if (isEnough(progress)) return path.stop(true);
    if (progress.nextSlot === undefined) return await path.end();
    const hasPassed = await path.pass(progress.nextSlot);
    if (!hasPassed) return path.stop(false);
  }
}

/** A group whose rewards are complete once `open` is empty. */
type OpenGroup = { readonly from: Point; readonly rows: HistoryRow[]; readonly open: Set<string> };

/** A reward, until the balance before it says its share of what blocks brought. */
type OpenReward = {
  readonly group: OpenGroup;
  readonly row: HistoryRow;
  readonly amount: bigint;
  readonly postBalance: bigint;
};

class Path {
  readonly #scene: Scene;
  readonly #listings: Listings;
  #point: Point;
  readonly #groups: OpenGroup[] = [];
  readonly #missing: MissingHistory[] = [];
  readonly #opens = new Map<string, OpenReward>();
  /** What accounts held before the oldest change of theirs that was read. */
  readonly #expected = new Map<string, bigint>();
  readonly #fetched = new Map<string, Promise<Executed | undefined>>();
  readonly #left: { epochs: number; transactions: number } = { ...MOST_READ };
  #unsettledFrom: bigint | undefined;

  constructor(from: Point, scene: Scene) {
    this.#scene = scene;
    this.#point = from;
    this.#listings = new Listings(scene.services, scene.head);
  }

  async begin(): Promise<void> {
    const { wallet, request, receipts } = this.#scene.accounts;
    const { owned, before, slot } = this.#point;
    await this.#listings.add([wallet, request, ...Object.values(receipts), ...owned], before, slot);
  }

  /**
   * Passes the end of an epoch, or the next slot with a transaction, whichever comes first on the way back.
   *
   * @returns false where the walk has read as much as it may.
   */
  async pass(nextSlot: bigint): Promise<boolean> {
    const { owned, epoch } = this.#point;
    if (owned.size > 0 && getEpoch(nextSlot, this.#scene) < epoch) {
      if (this.#left.epochs === 0) return false;
      this.#left.epochs -= 1;
      await this.#passEpoch(epoch - 1n);
      return true;
    }
    const count = this.#listings.count(nextSlot);
    // A slot is read as a whole, however much is in it.
    if (count > this.#left.transactions && this.#groups.length > 0) return false;
    this.#left.transactions -= count;
    await this.#passSlot(nextSlot);
    return true;
  }

  progress(): Progress {
    const end = this.#groups.findIndex(({ open }) => open.size > 0);
    const groups = end === -1 ? this.#groups : this.#groups.slice(0, end);
    const settled = groups.flatMap(({ rows }) => rows);
    return { settled, isOpen: end !== -1, at: this.#point, nextSlot: this.#listings.nextSlot() };
  }

  async #passSlot(slot: bigint): Promise<void> {
    const { services, accounts } = this.#scene;
    const epoch = getEpoch(slot, this.#scene);
    const group: OpenGroup = { from: this.#point, rows: [], open: new Set() };
    const ahead = Math.min(FETCHED_AHEAD, this.#left.transactions);
    for (const signature of this.#listings.ahead(ahead)) {
      this.#fetch(signature).catch(() => undefined);
    }
    let { owned, before } = this.#point;
    for (;;) {
      const signature = this.#listings.next(slot);
      if (signature === undefined) break;
      this.#listings.pass(signature);
      before = signature;
      const executed = await this.#fetch(signature);
      if (executed === undefined) {
        this.#miss('transactions', slot, `No node shows transaction ${signature}.`);
        continue;
      }
      const effects = readEffects(executed, accounts, services.config.deployment, owned);
      owned = effects.owned;
      for (const [account, balance] of effects.after) this.#expect(account, balance, slot);
      for (const [account, balance] of effects.before) this.#expected.set(account, balance);
      group.rows.push(...printMoves(effects, executed, { signature, epoch }));
      // Accounts that this closed or gave away: what others did with them may be of the same slot.
      await this.#listings.add(owned, signature, slot);
    }
    group.rows.sort(newestFirst);
    this.#groups.push(group);
    this.#point = { slot: slot - 1n, epoch, below: undefined, before, owned };
  }

  async #passEpoch(ended: bigint): Promise<void> {
    const end = getEnd(ended, this.#scene);
    const group: OpenGroup = { from: this.#point, rows: [], open: new Set() };
    const owned = [...this.#point.owned].toSorted();
    const { services } = this.#scene;
    const [rewards, time] = await Promise.all([
      orUndefined(readRewards(owned as Address[], ended, services)),
      orUndefined(services.ledger.read('getBlockTime', [Number(end)])),
    ]);
    if (rewards === undefined) {
      if (ended === this.#scene.epoch - 1n) this.#unsettledFrom = end;
      this.#miss('rewards', end, `The node does not say what epoch ${ended} paid.`);
    }
    for (const [i, account] of owned.entries()) {
      const reward = rewards?.[i];
      if (!reward) continue;
      const [amount, postBalance, slot] = [reward.amount, reward.postBalance, reward.effectiveSlot].map(
        BigInt,
      );
      if (amount === undefined || postBalance === undefined || slot === undefined) continue;
      this.#expect(account, postBalance, slot);
      this.#expected.delete(account);
      const row = printReward({ account, amount, slot, time }, ended + 1n);
      group.rows.push(row);
      group.open.add(account);
      this.#opens.set(account, { group, row, amount, postBalance });
    }
    group.rows.sort(newestFirst);
    this.#groups.push(group);
    this.#point = { ...this.#point, epoch: ended, below: undefined };
  }

  /** Ends the walk before the beginning of the history. */
  stop(isEnough: boolean): Walk {
    const open = this.#groups.findIndex((each) => each.open.size > 0);
    if (open > 0) {
      return this.#finish(this.#groups.slice(0, open), this.#groups[open]?.from, isEnough);
    }
    if (open === 0) this.#missOpen();
    return this.#finish(this.#groups, this.#point, isEnough);
  }

  /** Ends the walk where no further transaction is listed. */
  async end(): Promise<Walk> {
    if (!this.#listings.isWhole) return this.stop(false);
    const { owned } = this.#point;
    if (owned.size > 0 || this.#opens.size > 0) {
      this.#miss('transactions', undefined, `The node does not show how ${owned.size} stake accounts began.`);
    }
    const oldest = BigInt(await this.#scene.services.ledger.read('minimumLedgerSlot', []));
    if (oldest > 1n) this.#miss('transactions', oldest, 'The node keeps nothing older.');
    return this.#finish(this.#groups, undefined, false);
  }

  #finish(groups: readonly Group[], next: Point | undefined, isEnough: boolean): Walk {
    return { groups, next, missing: this.#missing, unsettledFrom: this.#unsettledFrom, isEnough };
  }

  #fetch(signature: string): Promise<Executed | undefined> {
    const fetching = this.#fetched.get(signature) ?? readExecuted(signature, this.#scene.services);
    this.#fetched.set(signature, fetching);
    return fetching;
  }

  #miss(part: MissingHistory['part'], slot: bigint | undefined, reason: string): void {
    this.#missing.push({ part, slot: slot === undefined ? null : String(slot), reason });
  }

  #missOpen(): void {
    for (const [account, { row }] of this.#opens) {
      const reason = `Too far back is what ${account} held before: beside inflation nothing is counted.`;
      this.#miss('rewards', BigInt(row.slot), reason);
    }
  }

  /** Holds the balance after a change against what was before the next one. */
  #expect(account: string, balance: bigint, slot: bigint): void {
    const open = this.#opens.get(account);
    if (open === undefined) {
      if ((this.#expected.get(account) ?? balance) === balance) return;
    } else {
      this.#opens.delete(account);
      open.group.open.delete(account);
      const gained = open.postBalance - balance;
      if (gained >= open.amount) {
        Object.assign(open.row, { in: [toStakedSol(gained)] });
        return;
      }
    }
    this.#miss('transactions', slot, `${account} changed after this slot, and the node does not show how.`);
  }
}

/** Reads what the end of an epoch paid. */
function readRewards(accounts: readonly Address[], epoch: bigint, { ledger }: StrategyServices) {
  return ledger.read('getInflationReward', [accounts, { epoch: Number(epoch), commitment: 'confirmed' }]);
}

/** Waits for what nodes may not keep; undefined where they refuse to say it. */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UpstreamRefusal) return undefined;
    throw error;
  }
}

function printMoves(
  { moves, fee, tip }: Effects,
  { slot, blockTime }: Executed,
  { signature, epoch }: { readonly signature: string; readonly epoch: bigint },
): HistoryRow[] {
  return moves.map((move, i) => ({
    cursor: printPlace({ slot, position: drawPosition(move.account, move.type, signature) }),
    type: move.type,
    strategy: move.strategy,
    account: move.account,
    signature,
    time: printTime(blockTime),
    slot: String(slot),
    epoch: String(epoch),
    in: [...move.in],
    out: [...move.out],
    fee: i > 0 || fee === undefined ? null : toQuantity('SOL', fee),
    tip: i > 0 || tip === 0n ? null : toQuantity('SOL', tip),
    rate: null,
    known: 'ledger' as const,
  }));
}

/** Prints Unix seconds. */
function printTime(seconds: number | bigint | null | undefined): string | null {
  return seconds == null ? null : new Date(Number(seconds) * 1_000).toISOString();
}

function printReward(
  {
    account,
    amount,
    slot,
    time,
  }: {
    readonly account: string;
    readonly amount: bigint;
    readonly slot: bigint;
    readonly time: number | bigint | null | undefined;
  },
  epoch: bigint,
): HistoryRow {
  return {
    cursor: printPlace({ slot, position: drawPosition(account, 'reward', '') }),
    type: 'reward',
    strategy: 'sol-native-stake',
    account,
    signature: null,
    time: printTime(time),
    slot: String(slot),
    epoch: String(epoch),
    in: [toStakedSol(amount)],
    out: [],
    fee: null,
    tip: null,
    rate: null,
    known: 'ledger',
  };
}

const newestFirst = (a: HistoryRow, b: HistoryRow) => comparePlaces(placeOf(b), placeOf(a));
