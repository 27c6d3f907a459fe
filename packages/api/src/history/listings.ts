import { mapFew } from '../runtime/loop.ts';
import { type Executed, readExecuted } from '../sending/executed.ts';
import type { Scene } from './places.ts';

/** A transaction that names an account. */
type Listed = { readonly signature: string; readonly slot: bigint };

/** Signatures of one call (agave's MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT). */
const LISTED = 1_000;
const AT_ONCE = 8;

/**
 * The transactions that a walk reads: lists of them by account, on the way into the past. Nodes that have not reached the head
 * of the scene are not believed: they would leave the newest out.
 */
export class Listings {
  readonly scene: Scene;
  readonly #fetched = new Map<string, Promise<Executed | undefined>>();
  readonly #byAccount = new Map<string, readonly Listed[]>();
  readonly #passed = new Set<string>();
  #floor = 0n;
  #hasLater = false;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** Reads a transaction, once; undefined where no node has it. */
  fetch(signature: string): Promise<Executed | undefined> {
    const fetching = this.#fetched.get(signature) ?? readExecuted(signature, this.scene.services);
    this.#fetched.set(signature, fetching);
    return fetching;
  }

  /** True if all that the node has is listed. */
  get isWhole(): boolean {
    return this.#floor === 0n;
  }

  /** True if later transactions were found than were asked for. */
  get hasLater(): boolean {
    return this.#hasLater;
  }

  /** Checks that no transaction at a slot or after it is left out of the lists. */
  reaches(slot: bigint): boolean {
    return slot > this.#floor;
  }

  /**
   * Adds the transactions of accounts that are not listed yet.
   *
   * @param before - a transaction: this one and those after it are left out.
   * @param below - those of later slots are left out.
   */
  async add(accounts: Iterable<string>, before: string | undefined, below: bigint): Promise<void> {
    const fresh = [...new Set(accounts)].filter((account) => !this.#byAccount.has(account));
    for (const account of fresh) this.#byAccount.set(account, []);
    const found = await mapFew(fresh, AT_ONCE, (account) => this.#list(account, before, below));
    for (const { account, listed, end } of found) {
      this.#byAccount.set(account, listed);
      if (end > this.#floor) this.#floor = end;
    }
  }

  /** Returns the slot of the newest transaction that is left; undefined where none is, or older ones may not be listed. */
  nextSlot(): bigint | undefined {
    let next: bigint | undefined;
    for (const { slot } of this.#left()) if (next === undefined || slot > next) next = slot;
    return next;
  }

  /** Lists the transactions of a slot that are left. */
  at(slot: bigint): ReadonlySet<string> {
    return new Set(this.#lists.flatMap((list) => this.#leftAt(list, slot)));
  }

  /** Lists the transactions of an account that are left, newest first, also where other accounts have more than is listed. */
  leftOf(account: string): readonly string[] {
    const list = this.#byAccount.get(account) ?? [];
    return list.flatMap(({ signature }) => (this.#passed.has(signature) ? [] : [signature]));
  }

  /**
   * Lists the transactions of an account between two slots, both included, newest first, also those that were passed.
   *
   * @returns undefined where older ones may not be listed.
   */
  between(account: string, first: bigint, last: bigint): readonly string[] | undefined {
    const list = this.#byAccount.get(account);
    if (list === undefined || first <= this.#floor) return undefined;
    return list.flatMap(({ slot, signature }) => (slot >= first && slot <= last ? [signature] : []));
  }

  /**
   * Returns the newest transaction of a slot that is left; undefined where none is. Of two that one list has, its order
   * decides; of others, which have no account in common, the signature.
   */
  next(slot: bigint): string | undefined {
    const lists = this.#lists.map((list) => this.#leftAt(list, slot));
    const first = [...new Set(lists.flatMap(([newest = []]) => newest))].toSorted();
    return first.find((each) => lists.every((list) => list[0] === each || !list.includes(each))) ?? first[0];
  }

  /** Lists so many transactions that are left, newest first. */
  ahead(count: number): readonly string[] {
    const left = [...this.#left()].toSorted((a, b) => (a.slot > b.slot ? -1 : 1));
    return [...new Set(left.map(({ signature }) => signature))].slice(0, count);
  }

  pass(signature: string): void {
    this.#passed.add(signature);
  }

  get #lists(): readonly (readonly Listed[])[] {
    return [...this.#byAccount.values()];
  }

  *#left(): Generator<Listed> {
    for (const list of this.#lists) {
      for (const each of list) {
        if (each.slot <= this.#floor) break;
        if (!this.#passed.has(each.signature)) yield each;
      }
    }
  }

  #leftAt(list: readonly Listed[], slot: bigint): readonly string[] {
    if (slot <= this.#floor) return [];
    return list.flatMap((each) =>
      each.slot === slot && !this.#passed.has(each.signature) ? [each.signature] : [],
    );
  }

  /** `end` is the slot from which on older ones were not listed, or 0. */
  async #list(account: string, before: string | undefined, below: bigint) {
    const { head, services } = this.scene;
    const options = { limit: LISTED, commitment: 'confirmed', minContextSlot: Number(head) };
    for (let last = before; ; ) {
      const asked = [account, { ...options, ...(last !== undefined && { before: last }) }];
      const found = await services.ledger.read('getSignaturesForAddress', asked);
      const listed = found.map(({ signature, slot }) => ({ signature, slot: BigInt(slot ?? 0) }));
      const end = listed.length < LISTED ? 0n : (listed.at(-1)?.slot ?? 0n);
      this.#hasLater ||= listed.some(({ slot }) => slot > below);
      if (end <= below) return { account, listed: listed.filter(({ slot }) => slot <= below), end };
      last = listed.at(-1)?.signature;
    }
  }
}
