import type { Address } from '@solana/kit';
import type { HistoryRow, MissingHistory } from '@staking-agent/wire';
import { mapFew } from '../runtime/loop.ts';
import { Claims } from './claims.ts';
import { listGains, listHeld } from './gains.ts';
import { Listings } from './listings.ts';
import { type Block, getEnd, getEpoch, type Point, type Scene } from './places.ts';
import { createRewardReader, orUndefined } from './rewards.ts';
import { newestFirst, printGain, printHappening, printMoves } from './rows.ts';
import { isUntouched, listDated, listPhases, listUndone, MOST_DATED } from './stake-dates.ts';
import { listHolders, readEffects, toStakedSol } from './transaction.ts';

/** Transactions, and ends of epochs, that a walk reads at most. */
export type Bound = { readonly transactions: number; readonly epochs: number };

/** The bound of a page. */
const MOST_READ: Bound = { transactions: 100, epochs: 40 };
const FETCHED_AHEAD = 8;
/** Transactions that the search for a block counts as. */
const SEARCH_COUNTS = 10;
const NOTHING = { rewards: [], unpaid: [] };

/** Rows of one slot, or of the end of an epoch, and where a walk begins that reads them first. */
export type Group = { readonly from: Point; readonly rows: readonly HistoryRow[] };

/** The part of a history that a walk has read. */
type Walk = {
  /** Newest first. */
  readonly groups: readonly Group[];
  /** Undefined at the beginning of the history. */
  readonly next: Point | undefined;
  readonly missing: readonly MissingHistory[];
  /** Rows that come with this slot cannot be read yet. */
  readonly unsettledFrom: bigint | undefined;
  /** Unix seconds of a row that is to come. */
  readonly dueAt: bigint | undefined;
  /** It ended because it was enough. */
  readonly isEnough: boolean;
  /** The present that it began with may be of two moments: stake accounts are searched for after the rest is read. */
  readonly isTorn: boolean;
};

/** The state of a walk after a step. */
export type Progress = {
  /** Rows that are complete, newest first, as far as none before them is not. */
  readonly settled: readonly HistoryRow[];
  /** Further rows are not complete. */
  readonly isOpen: boolean;
  readonly at: Point;
  /** Ends of epochs may have rows. */
  readonly hasEnds: boolean;
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
 * @param most - a bound that holds for the first step too; that of a page unless given, whose first step may be longer.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function walk(
  from: Point,
  scene: Scene,
  isEnough: (progress: Progress) => boolean,
  most?: Bound,
): Promise<Walk> {
  const path = new Path(from, scene, most);
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
  /** The balances of accounts before the oldest change of theirs that was read. */
  readonly #expected = new Map<string, bigint>();
  readonly #charged = new Set<string>();
  readonly #left: { epochs: number; transactions: number };
  readonly #isStrict: boolean;
  readonly #readRewards: ReturnType<typeof createRewardReader>;
  readonly #claims: Claims;
  /** The block from which the request that is pending at the point could be claimed. */
  #claimable: Block | undefined;
  #unsettledFrom: bigint | undefined;
  #isTorn = false;

  constructor(from: Point, scene: Scene, most: Bound | undefined) {
    this.#scene = scene;
    this.#left = { ...(most ?? MOST_READ) };
    this.#isStrict = most !== undefined;
    this.#point = from;
    this.#listings = new Listings(scene);
    this.#readRewards = createRewardReader(scene.services);
    this.#claims = new Claims(this.#listings, (signatures, searches) => this.#spend(signatures, searches));
  }

  async begin(): Promise<void> {
    const { wallet, request, receipts } = this.#scene.accounts;
    const { owned, young, before, slot } = this.#point;
    await this.#listings.add([wallet, request, ...Object.values(receipts), ...owned], before, slot);
    const isBare = (account: string) => this.#listings.between(account, 1n, slot)?.length === 0;
    this.#isTorn = young !== undefined && (this.#listings.hasLater || [...young].some(isBare));
    this.#claimable = await this.#claims.find(this.#point.held, slot, before);
  }

  /**
   * Passes the end of an epoch, or the next slot with a transaction, whichever comes first on the way back.
   *
   * @returns false where the walk has read as much as it may.
   */
  async pass(nextSlot: bigint): Promise<boolean> {
    const { epoch } = this.#point;
    if (this.#hasEnds() && getEpoch(nextSlot, this.#scene) < epoch) {
      if (this.#left.epochs === 0) return false;
      const { dated, unread } = listDated(this.#point.owned, epoch - 1n, this.#listings);
      if (unread.length > 0 && this.#groups.length > 0) return false;
      if (!this.#charge([...dated.values()].flat())) return false;
      for (const account of unread) {
        const reason = `Too much happened to ${account} before this slot.`;
        this.#miss('dates', getEnd(epoch - 1n, this.#scene), reason);
      }
      this.#left.epochs -= 1;
      await this.#passEpoch(epoch - 1n, dated);
      return true;
    }
    // A slot is read as a whole, however much is in it.
    if (!this.#charge(this.#listings.at(nextSlot))) return false;
    await this.#passSlot(nextSlot);
    return true;
  }

  /** Takes transactions off what a walk may read, each once; the first step of a page may take more than there is. */
  #charge(signatures: Iterable<string>): boolean {
    const fresh = new Set(signatures).difference(this.#charged);
    // So may, to a limit, those that complete its first rewards: no page could begin with them else.
    const isOpen = (this.#groups[0]?.open.size ?? 0) > 0 && this.#charged.size + fresh.size <= MOST_DATED;
    const isFree = !this.#isStrict && (this.#groups.length === 0 || isOpen);
    if (fresh.size > Math.max(this.#left.transactions, 0) && !isFree) return false;
    this.#spend(fresh);
    return true;
  }

  /** Takes more off than there is: then the next step is refused. */
  #spend(signatures: Iterable<string>, searches = 0): void {
    const fresh = new Set(signatures).difference(this.#charged);
    this.#left.transactions -= fresh.size + searches * SEARCH_COUNTS;
    for (const signature of fresh) this.#charged.add(signature);
  }

  progress(): Progress {
    const end = this.#groups.findIndex(({ open }) => open.size > 0);
    const groups = end === -1 ? this.#groups : this.#groups.slice(0, end);
    const settled = groups.flatMap(({ rows }) => rows);
    const isOpen = end !== -1;
    const nextSlot = this.#findNextSlot();
    return { settled, isOpen, at: this.#point, hasEnds: this.#hasEnds(), nextSlot };
  }

  /** Finds the next slot with a transaction, or with the date of a request. */
  #findNextSlot(): bigint | undefined {
    const listed = this.#listings.nextSlot();
    const dated = this.#claimable?.slot;
    if (dated === undefined || dated > this.#point.slot || !this.#listings.reaches(dated)) return listed;
    return listed === undefined || dated > listed ? dated : listed;
  }

  #hasEnds(): boolean {
    return this.#point.owned.size > 0 || this.#listHeld().length > 0;
  }

  #listHeld() {
    return listHeld(this.#point, this.#listings);
  }

  async #passSlot(slot: bigint): Promise<void> {
    const { services, accounts } = this.#scene;
    const epoch = getEpoch(slot, this.#scene);
    const account = accounts.receipts['usdc-earn'];
    const claim = { type: 'claimable', strategy: 'usdc-earn', account } as const;
    const group: OpenGroup = { from: this.#point, rows: [], open: new Set() };
    const ahead = Math.max(Math.min(FETCHED_AHEAD, this.#left.transactions), 0);
    for (const signature of this.#listings.ahead(ahead)) {
      this.#listings.fetch(signature).catch(() => undefined);
    }
    let { owned, before, held } = this.#point;
    let time: bigint | undefined;
    const holders = listHolders(accounts);
    for (;;) {
      const signature = this.#listings.next(slot);
      if (signature === undefined) break;
      this.#listings.pass(signature);
      before = signature;
      const executed = await this.#listings.fetch(signature);
      if (executed === undefined) {
        this.#miss('transactions', slot, `No node shows transaction ${signature}.`);
        held = held.map(() => undefined);
        continue;
      }
      time = executed.blockTime;
      const effects = readEffects(executed, accounts, services.config.deployment, owned);
      owned = effects.owned;
      held = held.map((units, i) => effects.before.get(holders[i] ?? '') ?? units);
      for (const [account, balance] of effects.after) this.#expect(account, balance, slot);
      for (const [account, balance] of effects.before) this.#expected.set(account, balance);
      group.rows.push(...printMoves(effects, executed, { signature, epoch }));
      // Accounts that this closed or gave away: what others did with them may be of the same slot.
      await this.#listings.add(owned, signature, slot);
      group.rows.push(...(await listUndone(effects, executed, signature, this.#listings)));
      const atOnce = await this.#claims.findAtOnce(signature, executed);
      if (atOnce !== undefined) group.rows.push(printHappening({ ...claim, ...atOnce, signature }, epoch));
    }
    if (this.#claimable?.slot !== slot) this.#claimable = await this.#claims.find(held, slot, time);
    if (this.#claimable?.slot === slot)
      group.rows.push(printHappening({ ...claim, ...this.#claimable }, epoch));
    group.rows.sort(newestFirst);
    this.#groups.push(group);
    this.#point = { slot: slot - 1n, epoch, below: undefined, before, owned, held };
  }

  async #passEpoch(ended: bigint, dated: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const end = getEnd(ended, this.#scene);
    const group: OpenGroup = { from: this.#point, rows: [], open: new Set() };
    const owned = [...this.#point.owned].toSorted() as Address[];
    const paid = owned.length === 0 ? NOTHING : await this.#readRewards(owned, ended);
    if (paid === undefined) {
      if (ended === this.#scene.epoch - 1n) this.#unsettledFrom = end;
      this.#miss('rewards', end, `The node does not say what epoch ${ended} paid.`);
    }
    const { rewards, unpaid } = paid ?? NOTHING;
    const { gains, missing, isAwaited } = listGains(this.#listHeld(), ended, this.#scene);
    this.#missing.push(...missing);
    if (isAwaited) this.#unsettledFrom = end;
    const idle = unpaid.filter((account) => isUntouched(account, ended, this.#listings));
    // The first slot of an epoch may have no block; a slot that paid rewards has one.
    const slots = new Set(rewards.map(({ slot }) => slot));
    if (dated.size > 0 || idle.length > 0 || gains.length > 0) slots.add(end);
    const { ledger } = this.#scene.services;
    const times = new Map(
      await mapFew([...slots], FETCHED_AHEAD, async (slot) => {
        return [slot, await orUndefined(ledger.read('getBlockTime', [Number(slot)]))] as const;
      }),
    );
    const dates = await listPhases(ended, dated.keys(), times.get(end), this.#listings);
    group.rows.push(...dates.rows);
    this.#missing.push(...dates.missing);
    for (const gain of gains) {
      group.rows.push(printGain({ ...gain, slot: end, time: times.get(end) }, ended + 1n));
    }
    for (const account of idle) {
      const delinquent = { type: 'validator_delinquent', account, slot: end, time: times.get(end) } as const;
      group.rows.push(printHappening(delinquent, ended + 1n));
    }
    for (const { account, amount, postBalance, slot, changedCommission } of rewards) {
      this.#expect(account, postBalance, slot);
      this.#expected.delete(account);
      const at = { account, slot, time: times.get(slot) };
      const row = printHappening({ type: 'reward', ...at, amount }, ended + 1n);
      group.rows.push(row);
      group.open.add(account);
      this.#opens.set(account, { group, row, amount, postBalance });
      if (changedCommission !== undefined) {
        const changed = { type: 'commission_changed', ...at, commission: changedCommission } as const;
        group.rows.push(printHappening(changed, ended + 1n));
      }
    }
    group.rows.sort(newestFirst);
    this.#groups.push(group);
    this.#point = { ...this.#point, young: undefined, epoch: ended, below: undefined };
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
    for (const account of listHolders(this.#scene.accounts)) {
      if ((this.#expected.get(account) ?? 0n) === 0n) continue;
      const reason = `The node does not show how ${account} came to what it held first.`;
      this.#miss('transactions', undefined, reason);
    }
    const oldest = BigInt(await this.#scene.services.ledger.read('minimumLedgerSlot', []));
    if (oldest > 1n) this.#miss('transactions', oldest, 'The node keeps nothing older.');
    return this.#finish(this.#groups, undefined, false);
  }

  #finish(groups: readonly Group[], next: Point | undefined, isEnough: boolean): Walk {
    const { missing, dueAt, unsettledFrom: undated } = this.#claims;
    const rewarded = this.#unsettledFrom;
    const unsettledFrom = undated === undefined || (rewarded ?? undated) < undated ? rewarded : undated;
    const isTorn = this.#isTorn;
    return {
      ...{ groups, next, missing: [...this.#missing, ...missing] },
      ...{ unsettledFrom, dueAt, isEnough, isTorn },
    };
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
