import { sql } from 'kysely';
import type { Store } from './open-store.ts';
import { prepareQuery } from './prepare-query.ts';

/** Records that one statement of a purge looks at. */
export const PURGE_BATCH = 500;

type Key = { readonly keyHash: string };

/** A run that has, or wants, a key. */
export type Run = Key & { readonly holder: string };

type Lease = Run & { readonly milliseconds: number };
type Answer = { readonly status: number; readonly body: string };

/** The statements over the records of idempotency keys, prepared once. */
export type IdempotencyQueries = ReturnType<typeof prepareIdempotencyQueries>;

/** @param keptMilliseconds - the age at which a purge deletes a record that no run holds. */
export function prepareIdempotencyQueries(store: Store, keptMilliseconds: number) {
  return { ...prepareLeases(store), ...prepareEnds(store), ...prepareRemovals(store, keptMilliseconds) };
}

function prepareLeases({ db, now }: Store) {
  const later = (milliseconds: number) => sql<number>`${now} + ${milliseconds}`;
  return {
    insert: prepareQuery<Lease & { readonly fingerprint: string }, unknown>(db, (values) =>
      db
        .insertInto('idempotency_records')
        .values({
          key_hash: values.keyHash,
          fingerprint: values.fingerprint,
          holder: values.holder,
          leased_until: later(values.milliseconds),
          created_at: now,
          status: null,
          body: null,
        })
        .onConflict((conflict) => conflict.column('key_hash').doNothing()),
    ),
    find: prepareQuery(db, ({ keyHash }: Key) =>
      db
        .selectFrom('idempotency_records')
        .select(['fingerprint', 'holder', 'status', 'body'])
        .select(sql<number>`${now} - created_at`.as('age'))
        .select(sql<number>`leased_until - ${now}`.as('lease'))
        .where('key_hash', '=', keyHash),
    ),
    takeOver: prepareQuery<Lease & { readonly former: string }, unknown>(db, (values) =>
      db
        .updateTable('idempotency_records')
        .set({ holder: values.holder, leased_until: later(values.milliseconds) })
        .where('key_hash', '=', values.keyHash)
        .where('holder', '=', values.former)
        .where('status', 'is', null)
        .where('leased_until', '<=', now),
    ),
  };
}

function prepareEnds({ db }: Store) {
  return {
    answer: prepareQuery<Run & Answer, unknown>(db, (values) =>
      db
        .updateTable('idempotency_records')
        .set({ status: values.status, body: values.body, leased_until: 0 })
        .where('key_hash', '=', values.keyHash)
        .where('holder', '=', values.holder)
        .where('status', 'is', null),
    ),
    reopen: prepareQuery<Run, unknown>(db, (values) =>
      db
        .updateTable('idempotency_records')
        .set({ leased_until: 0 })
        .where('key_hash', '=', values.keyHash)
        .where('holder', '=', values.holder)
        .where('status', 'is', null),
    ),
  };
}

function prepareRemovals({ db, now }: Store, keptMilliseconds: number) {
  return {
    remove: prepareQuery<Run, unknown>(db, (values) =>
      db
        .deleteFrom('idempotency_records')
        .where('key_hash', '=', values.keyHash)
        .where('holder', '=', values.holder),
    ),
    purge: prepareQuery<Record<string, never>, unknown>(db, () =>
      db.deleteFrom('idempotency_records').where('id', 'in', (oldest) =>
        oldest
          .selectFrom((all) =>
            all
              .selectFrom('idempotency_records')
              .select(['id', 'created_at', 'leased_until'])
              .orderBy('id')
              .limit(PURGE_BATCH)
              .as('oldest'),
          )
          .select('oldest.id')
          .where('oldest.created_at', '<=', sql<number>`${now} - ${keptMilliseconds}`)
          .where('oldest.leased_until', '<=', now),
      ),
    ),
  };
}
