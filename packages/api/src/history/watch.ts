import type { Address } from '@solana/kit';
import { BoundedCache } from '@staking-agent/chain/address';
import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import type { LedgerMoment } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { actForAll, createPlaces } from '../runtime/callers.ts';
import { type Clock, within } from '../runtime/clock.ts';
import { mapFew, startLoop } from '../runtime/loop.ts';
import { requireClock } from '../strategies/reach.ts';
import { ACCOUNTS_OF_A_CALL, type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import { type NewPage, printAccount, toMoment } from './pages.ts';
import { parsePlace } from './places.ts';

/** The rows of a wallet that a reader wants. */
export type Feed = {
  /** The same for all who want the same rows. */
  readonly name: string;
  /** Reads the rows after a cursor; those after the present unless given. */
  readonly read: (after: string | undefined) => Promise<NewPage>;
};

/** How long a reader waits for a row. */
export type Hold = { readonly seconds: number; readonly isGone: () => boolean };

/** Those who wait at a time, so that no caller takes the places of all others. */
const MOST = { all: 1_000, ofOne: 500 } as const;
const PAUSE_MILLISECONDS = { usual: 2_000, most: 5_000 } as const;
/** Share of a node's calls that waiting leaves to sends and feeds. */
const RESERVE = 0.5;
const CALLS_AT_ONCE = 8;
const READINGS_AT_ONCE = 8;
/**
 * The age at which a wallet is read again although its accounts stay: a stake account that another wallet gave it is not among
 * those that are watched, and some rows come with time alone.
 */
const ANEW_MILLISECONDS = 600_000;
/** Where rows wait for the ledger, which pays the rewards of an epoch over minutes. */
const UNSETTLED_MILLISECONDS = 30_000;
const REMEMBERED = 2_000;
const SECONDS_TO_COME_BACK = 5;

/** A page without rows, and when the whole of it was read. */
type Known = { readonly page: NewPage; readonly readAt: number };

type Reader = {
  known: Known;
  isReading: boolean;
  readonly isGone: () => boolean;
  readonly read: () => Promise<NewPage>;
  readonly told: PromiseWithResolvers<NewPage>;
};

/** The accounts of many wallets, as calls that were made together show them. */
type Look = { readonly held: ReadonlyMap<Address, string>; readonly asOf: LedgerMoment };

/**
 * Holds readers until there is a row for them.
 *
 * One loop, which runs only while somebody waits, reads the accounts of all readers together. The history of a wallet is read
 * again when one of its accounts has changed or an epoch has ended. The accounts are compared with those that the last reading
 * of the history began with, so that no change falls between the two; also for a reader who comes back for more.
 */
export class Watch {
  readonly #ports: { readonly ledger: LedgerClient; readonly clock: Clock };
  readonly #places = createPlaces(MOST);
  readonly #readers = new Set<Reader>();
  readonly #known = new BoundedCache<Known>(REMEMBERED);
  #loop: ReturnType<typeof startLoop> | undefined;
  /** Why the last look has failed. */
  #fault: unknown;
  #isOpen = true;

  constructor(ports: { readonly ledger: LedgerClient; readonly clock: Clock }) {
    this.#ports = ports;
  }

  /** False once the process ends: then nothing waits. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Takes a place among those who wait; returns what gives it back. @throws {ProblemError} `rate_limited`. */
  enter(): () => void {
    const leave = this.#places.take();
    if (leave === undefined) throw problem('READERS_TOO_MANY', MOST, { retryAfter: SECONDS_TO_COME_BACK });
    return leave;
  }

  /**
   * Returns the rows after a cursor: at once where there are some, else when one comes, or a page without rows when the time
   * is over, or the reader is gone. A reading that fails while it waits is made again; one that is under way when the time is
   * over is made at once for the reader who comes back.
   *
   * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer at first, or at last.
   */
  async next({ name, read }: Feed, after: string, { seconds, isGone }: Hold): Promise<NewPage> {
    const { clock } = this.#ports;
    const until = clock.elapsed() + seconds * 1_000;
    const known = this.#recall(`${name} ${after}`) ?? this.remember(name, await read(after));
    if (known.page.rows.length > 0 || !this.#isOpen || isGone()) return known.page;
    const reader: Reader = {
      ...{ known, isGone, isReading: false },
      read: () => read(after),
      told: Promise.withResolvers<NewPage>(),
    };
    this.#readers.add(reader);
    this.#loop ??= actForAll(() => this.#start());
    try {
      const page = await within(clock, until - clock.elapsed(), reader.told.promise, () => {
        if (this.#fault !== undefined) throw this.#fault;
        return reader.known.page;
      });
      this.remember(name, page, reader.isReading ? Number.NEGATIVE_INFINITY : reader.known.readAt);
      return page;
    } finally {
      this.#readers.delete(reader);
    }
  }

  /** Remembers how the accounts stood when there was nothing more to read, for the reader who comes back for what follows. */
  remember(name: string, page: NewPage, readAt = this.#ports.clock.elapsed()): Known {
    const { nextCursor, isEnd } = page;
    if (isEnd) {
      const { slot: begin } = parsePlace(nextCursor, 'after');
      const missing = page.missing.filter(({ slot }) => slot === null || BigInt(slot) >= begin);
      this.#known.set(`${name} ${nextCursor}`, { page: { ...page, rows: [], missing }, readAt });
    }
    return { page, readAt };
  }

  /** Ends every wait. */
  close(): void {
    this.#isOpen = false;
    for (const { told, known } of this.#readers) told.resolve(known.page);
    void this.#loop?.stop();
  }

  #recall(key: string): Known | undefined {
    const known = this.#known.get(key);
    return known !== undefined && this.#isFresh(known) ? known : undefined;
  }

  #isFresh({ page, readAt }: Known): boolean {
    const most = page.seen.isSettled ? ANEW_MILLISECONDS : UNSETTLED_MILLISECONDS;
    return this.#ports.clock.elapsed() - readAt < most;
  }

  #start() {
    const { clock, ledger } = this.#ports;
    this.#fault = undefined;
    const hasRoom = () => ledger.nodes.every(({ pace }) => pace.allows(RESERVE));
    return startLoop({
      clock,
      work: () => this.#turn(),
      pause: () => (hasRoom() ? PAUSE_MILLISECONDS.usual : PAUSE_MILLISECONDS.most),
      onFault: (fault) => {
        this.#fault = fault;
      },
    });
  }

  async #turn(): Promise<void> {
    for (const { isGone, told, known } of this.#readers) if (isGone()) told.resolve(known.page);
    if (this.#readers.size === 0) {
      void this.#loop?.stop();
      this.#loop = undefined;
      return;
    }
    const readers = [...this.#readers];
    const look = await this.#look(readers.flatMap(({ known }) => [...known.page.seen.accounts.keys()]));
    const due = readers.filter((reader) => !reader.isReading && !this.#isStill(reader.known, look));
    for (const reader of readers) {
      if (reader.isReading || due.includes(reader)) continue;
      reader.known = { ...reader.known, page: { ...reader.known.page, asOf: look.asOf } };
    }
    for (const reader of due) reader.isReading = true;
    void mapFew(due, READINGS_AT_ONCE, (reader) => this.#readAgain(reader));
    this.#fault = undefined;
  }

  #isStill(known: Known, { held, asOf }: Look): boolean {
    const { accounts, epoch, dueAt } = known.page.seen;
    if (String(epoch) !== asOf.epoch || !this.#isFresh(known)) return false;
    if (dueAt !== undefined && Date.parse(asOf.time) >= Number(dueAt) * 1_000) return false;
    return accounts.entries().every(([account, was]) => held.get(account) === was);
  }

  async #readAgain(reader: Reader): Promise<void> {
    try {
      const page = await reader.read();
      reader.known = { page, readAt: this.#ports.clock.elapsed() };
      if (page.rows.length > 0) reader.told.resolve(page);
    } catch {
      // Its accounts are still others than before: the next turn reads it again.
    } finally {
      reader.isReading = false;
    }
  }

  /** Reads accounts, each once, and the moment that is the oldest one of the calls. */
  async #look(accounts: readonly Address[]): Promise<Look> {
    const all = [...new Set(accounts)];
    const perCall = ACCOUNTS_OF_A_CALL - 1;
    const calls = Array.from({ length: Math.ceil(all.length / perCall) }, (_, call) =>
      all.slice(call * perCall, (call + 1) * perCall),
    );
    const held = new Map<Address, string>();
    const moments = await mapFew(calls, CALLS_AT_ONCE, async (some) => {
      const read = await readAccounts([CLOCK_ADDRESS, ...some], this.#ports);
      for (const account of some) held.set(account, printAccount(read(account)));
      return toMoment(read.slot, requireClock(read));
    });
    const asOf = moments.reduce((oldest, each) => (BigInt(each.slot) < BigInt(oldest.slot) ? each : oldest));
    return { held, asOf };
  }
}
