import { sql } from 'kysely';
import type { Store } from './open.ts';

/** An answer that is kept under a key: HTTP status and printed body. */
export type KeptAnswer = { readonly status: number; readonly body: string };

/** A key as it is kept; without an answer, it is bound to its request. */
export type KeptKey = { readonly fingerprint: string; readonly answer: KeptAnswer | undefined };

/**
 * Idempotency keys of 24 hours by the database's clock; older ones are as if they were not there. Keys and requests are
 * hashes. Every method fails with `StoreFault` while the store is not available.
 */
export type Keys = ReturnType<typeof createKeys>;

/** How long a key belongs to its request, milliseconds. */
export const KEPT_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** Keys that one statement of a purge deletes, so that it ends within the time limit of statements. */
const PURGE_BATCH = 500;

export function createKeys(store: Store) {
  const { db, now } = store;
  const oldest = sql<number>`${now} - ${KEPT_MILLISECONDS}`;
  const find = async (key: string): Promise<KeptKey | undefined> => {
    const row = await db
      .selectFrom('keys')
      .select(['fingerprint', 'status', 'body'])
      .where('key_hash', '=', key)
      .where('created_at', '>', oldest)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { fingerprint, status, body } = row;
    return { fingerprint, answer: status === null || body === null ? undefined : { status, body } };
  };
  return {
    find,
    /**
     * Binds a key to a request, with its answer where it has one.
     *
     * @returns what is kept, which may be of another request: the first answer stays, and is the answer of every request.
     */
    async keep(key: string, fingerprint: string, answer?: KeptAnswer): Promise<KeptKey> {
      for (;;) {
        if (await write(store, key, fingerprint, answer)) return { fingerprint, answer };
        const kept = await find(key);
        // A key that was freed between the two statements is free for the next attempt.
        if (kept !== undefined) return kept;
      }
    },

    /** Releases a key that is bound to this request and has no answer. */
    async free(key: string, fingerprint: string): Promise<void> {
      await db
        .deleteFrom('keys')
        .where('key_hash', '=', key)
        .where('fingerprint', '=', fingerprint)
        .where('status', 'is', null)
        .execute();
    },
    /** Deletes keys that are over a day old, in batches. @returns how many. */
    async purge(): Promise<number> {
      for (let total = 0; ; ) {
        const { numDeletedRows } = await db
          .deleteFrom('keys')
          .where('key_hash', 'in', (keys) =>
            keys.selectFrom('keys').select('key_hash').where('created_at', '<=', oldest).limit(PURGE_BATCH),
          )
          .executeTakeFirstOrThrow();
        total += Number(numDeletedRows);
        if (numDeletedRows < PURGE_BATCH) return total;
      }
    },
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('keys')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

/** Writes a key that is new, too old, or bound to the same request without an answer; leaves every other one. */
async function write(
  { db, now }: Store,
  key: string,
  fingerprint: string,
  answer: KeptAnswer | undefined,
): Promise<boolean> {
  const row = { fingerprint, status: answer?.status ?? null, body: answer?.body ?? null, created_at: now };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('keys')
    .values({ key_hash: key, ...row })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet(row)
        .where((kept) =>
          kept.or([
            kept('keys.created_at', '<=', sql<number>`${now} - ${KEPT_MILLISECONDS}`),
            kept.and([kept('keys.status', 'is', null), kept('keys.fingerprint', '=', fingerprint)]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
