import { SYSTEM_CLOCK } from '../background/clock.ts';
import { NOBODY, prepareIdempotencyQueries } from './idempotency-queries.ts';
import {
  type Begun,
  createIdempotencyRecords,
  type IdempotencyRecords,
  KEPT_MILLISECONDS,
  type RecordsOptions,
  toBegun,
} from './idempotency-records.ts';
import { createKnownKeys, type KnownKeys } from './known-keys.ts';
import type { Store } from './open-store.ts';
import { StoreFault } from './store-fault.ts';

/** The records of a store that one process has to itself. */
export type SoleRecords = IdempotencyRecords & Pick<KnownKeys, 'learn'>;

/**
 * Reserves keys of runs that leave nothing behind in memory, and writes one row, with the answer: a run that dies is as if
 * it had never been asked for.
 *
 * What it knows of the keys in the store only spares looks: a row that is there after all stays as it is, and its answer is
 * the one that is given. So another process that writes to the store costs a run, and brings no second answer.
 */
export function createSoleRecords(store: Store, options: RecordsOptions = {}): SoleRecords {
  const records = createIdempotencyRecords(store, options);
  const queries = prepareIdempotencyQueries(store, options.clock ?? SYSTEM_CLOCK, KEPT_MILLISECONDS);
  const known = createKnownKeys(async (after) =>
    (await queries.listKeys({ after })).rows.map(({ key_hash: keyHash }) => keyHash),
  );
  /** Requests that run, by their keys. */
  const running = new Map<string, string>();
  let isFull = false;

  const findRun = (keyHash: string, fingerprint: string): Begun | undefined => {
    const request = running.get(keyHash);
    return request === undefined ? undefined : { kind: request === fingerprint ? 'busy' : 'mismatch' };
  };
  const look = async (keyHash: string, fingerprint: string): Promise<Begun | 'unanswered' | undefined> => {
    const row = known.mayHave(keyHash) ? await queries.find(keyHash) : undefined;
    if (row === undefined) return undefined;
    const begun = toBegun(row, fingerprint);
    return begun === undefined || begun.kind === 'old' ? 'unanswered' : begun;
  };
  /** Writes what a run ends with; whether it is there, was there before or nobody knows, the key is one to look for. */
  const end = async <Result>(keyHash: string, write: Promise<Result>): Promise<Result> => {
    try {
      return await write;
    } finally {
      known.add(keyHash);
      running.delete(keyHash);
    }
  };

  return {
    ...records,
    learn: known.learn,
    async begin(keyHash, fingerprint, milliseconds, leavesNothing = false) {
      if (!leavesNothing) return await records.begin(keyHash, fingerprint, milliseconds);
      const found = await look(keyHash, fingerprint);
      // Only rows can tell who is the first to take one over.
      if (found === 'unanswered') return await records.begin(keyHash, fingerprint, milliseconds);
      const begun = found ?? findRun(keyHash, fingerprint);
      if (begun !== undefined) return begun;
      if (isFull) throw new StoreFault('FULL', undefined);
      running.set(keyHash, fingerprint);
      return {
        kind: 'reserved',
        reservation: { keyHash, holder: NOBODY, isTakenOver: false, unwritten: fingerprint },
      };
    },
    async finish(reservation, answer) {
      const { keyHash, unwritten: fingerprint } = reservation;
      if (fingerprint === undefined) return await records.finish(reservation, answer);
      return (await end(keyHash, queries.keep({ keyHash, fingerprint, ...answer }))).numAffectedRows === 1n;
    },
    async reopen(reservation) {
      const { keyHash, unwritten: fingerprint } = reservation;
      if (fingerprint === undefined) return await records.reopen(reservation);
      await end(keyHash, queries.insert({ keyHash, fingerprint, holder: NOBODY, milliseconds: 0 }));
    },
    async forget(reservation) {
      if (reservation.unwritten === undefined) await records.forget(reservation);
      else running.delete(reservation.keyHash);
    },
    async measure() {
      const measured = await records.measure();
      ({ isFull } = measured);
      return measured;
    },
  };
}
