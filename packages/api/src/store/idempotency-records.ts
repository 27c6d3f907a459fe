import { sql } from 'kysely';
import { type Clock, SYSTEM_CLOCK } from '../background/clock.ts';
import { drawName, type Random, SYSTEM_RANDOM } from '../keys/random.ts';
import { type IdempotencyQueries, PURGE_BATCH, prepareIdempotencyQueries } from './idempotency-queries.ts';
import type { FoundRecord, NewRun } from './idempotency-queries.types.ts';
import type { Store } from './open-store.ts';
import { StoreFault } from './store-fault.ts';

/** A run that holds a key until it answers or its lease ends. */
export type Reservation = {
  readonly keyHash: string;
  readonly holder: string;
  /** Whether a run before this one had the key and did not answer. */
  readonly isTakenOver: boolean;
  /** Hash of the request of a run that no row tells of yet. */
  readonly unwritten?: string;
};

/** What was answered under a key. */
export type StoredAnswer = { readonly status: number; readonly body: string };

/** What a key is worth to a request that comes with it. */
export type Begun =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** Somebody else runs the same request. */
  | { readonly kind: 'busy' }
  /** The key belongs to another request. */
  | { readonly kind: 'mismatch' };

/** The records of idempotency keys; every method fails with `StoreFault` while the store is not available. */
export type IdempotencyRecords = {
  /**
   * Reserves a key for one run, or returns its state.
   *
   * @param fingerprint - hash of the whole request.
   * @param milliseconds - for how long the run excludes others; after that the next request takes the key over.
   * @param leavesNothing - whether a run that dies is as if it had never begun: then it may be reserved in memory.
   */
  begin(keyHash: string, fingerprint: string, milliseconds: number, leavesNothing?: boolean): Promise<Begun>;
  /**
   * Keeps the answer of a run.
   *
   * @returns whether it is kept: a run whose key was taken over is too late.
   */
  finish(reservation: Reservation, answer: StoredAnswer): Promise<boolean>;
  /** Frees the key for the same request; another one still does not get it. */
  reopen(reservation: Reservation): Promise<void>;
  /** Frees the key for any request: nothing had begun. */
  forget(reservation: Reservation): Promise<void>;
  /** Ends every lease: only where no other process can hold one. */
  releaseAll(): Promise<void>;
  /**
   * Deletes records that are over a day old and not running, in batches.
   *
   * @returns how many.
   */
  purge(): Promise<number>;
  /**
   * Looks whether there are as many records as there may be. While there are, `begin` knows the keys it has and fails
   * for any other.
   */
  measure(): Promise<{ readonly isFull: boolean }>;
};

/** How long a key belongs to its request, from the first one on, milliseconds. */
export const KEPT_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** With so many records a store has about ten gigabytes: a flood of keys stops before the disk is full. */
export const RECORDS_LIMIT = 5_000_000;

/** What records are kept with; of the machine, and at most {@link RECORDS_LIMIT}, unless given. */
export type RecordsOptions = { readonly random?: Random; readonly clock?: Clock; readonly limit?: number };

/** Opens the records of a store. */
export function createIdempotencyRecords(
  store: Store,
  { random = SYSTEM_RANDOM, clock = SYSTEM_CLOCK, limit = RECORDS_LIMIT }: RecordsOptions = {},
): IdempotencyRecords {
  const queries = prepareIdempotencyQueries(store, clock, KEPT_MILLISECONDS);
  // Names the runs of this process; a counter tells them apart.
  const process = drawName(random);
  let runs = 0;
  let isFull = false;

  return {
    async begin(keyHash, fingerprint, milliseconds) {
      runs += 1;
      const run = { keyHash, holder: `${process}.${runs}`, fingerprint, milliseconds };
      for (;;) {
        const begun = await tryToBegin(run, isFull, queries);
        if (begun !== undefined) return begun;
      }
    },
    async finish(reservation, { status, body }) {
      return await queries.answer({ ...reservation, status, body });
    },
    async reopen(reservation) {
      await queries.reopen(reservation);
    },
    async forget(reservation) {
      await queries.remove(reservation);
    },
    async releaseAll() {
      await store.db
        .updateTable('idempotency_records')
        .set({ leased_until: 0 })
        .where('leased_until', '>', 0)
        .execute();
    },
    async measure() {
      isFull = await hasAsManyAs(limit, store);
      return { isFull };
    },
    async purge() {
      let total = 0;
      for (;;) {
        const { numAffectedRows = 0n } = await queries.purge({});
        total += Number(numAffectedRows);
        if (numAffectedRows < PURGE_BATCH) return total;
      }
    },
  };
}

// Undefined when the record changed between two statements: then the next attempt sees what became of it.
async function tryToBegin(
  run: NewRun,
  isFull: boolean,
  queries: IdempotencyQueries,
): Promise<Begun | undefined> {
  const { keyHash, holder, fingerprint } = run;
  const reserved = (isTakenOver: boolean) =>
    ({ kind: 'reserved', reservation: { keyHash, holder, isTakenOver } }) as const;
  let fault: StoreFault | undefined;
  const inserted = isFull
    ? false
    : await queries.insert(run).catch((error: unknown) => {
        if (!(error instanceof StoreFault)) throw error;
        fault = error;
      });
  if (inserted) return reserved(false);
  // A second statement: the first one does not see a row that somebody else has just written.
  const row = await queries.find(keyHash);
  const known = row === undefined ? undefined : toBegun(row, fingerprint);
  // A store that takes no writes can still say what was answered.
  if (fault !== undefined && known?.kind !== 'answered' && known?.kind !== 'mismatch') throw fault;
  if (row === undefined && isFull) throw new StoreFault('FULL', undefined);
  if (row === undefined) return undefined;
  if (known?.kind === 'old') {
    await queries.remove({ keyHash, holder: row.holder });
    return undefined;
  }
  if (known !== undefined) return known;
  const taken = await queries.takeOver({ ...run, former: row.holder });
  return taken.numAffectedRows === 1n ? reserved(true) : undefined;
}

// Numbers that were given and not used make the range too wide, never too narrow: it spares most counts.
async function hasAsManyAs(limit: number, { db }: Store): Promise<boolean> {
  const { rows } = await sql<{ range: number }>`
    select coalesce(max(id) - min(id) + 1, 0) as range from idempotency_records`.execute(db);
  if ((rows[0]?.range ?? 0) < limit) return false;
  const { count } = await db
    .selectFrom('idempotency_records')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count >= limit;
}

/** Returns the state of a record for a request; undefined when the key is free. */
export function toBegun(
  row: FoundRecord,
  fingerprint: string,
): Exclude<Begun, { kind: 'reserved' }> | { kind: 'old' } | undefined {
  if (row.age >= KEPT_MILLISECONDS && row.lease <= 0) return { kind: 'old' };
  if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
  const { status, body, lease } = row;
  if (status !== null && body !== null) return { kind: 'answered', answer: { status, body } };
  return lease > 0 ? { kind: 'busy' } : undefined;
}
