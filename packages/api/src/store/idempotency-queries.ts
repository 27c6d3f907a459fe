import { sql } from 'kysely';
import type { Clock } from '../background/clock.ts';
import type {
  FirstAnswer,
  Key,
  KeyedAnswer,
  Lease,
  NewRun,
  RequestQueries,
  Run,
} from './idempotency-queries.types.ts';
import type { Store } from './open-store.ts';
import { batchIdempotencyQueries } from './postgres/batch-idempotency.ts';
import { prepareQuery } from './prepare-query.ts';

/** Records that one statement of a purge looks at. */
export const PURGE_BATCH = 500;
/** Keys that one statement lists. */
const KEYS_LISTED = 2_000;
/** The holder of what was written when its run was over. */
export const NOBODY = '';

/** The statements over the records of idempotency keys, prepared once. */
export type IdempotencyQueries = ReturnType<typeof prepareIdempotencyQueries>;

/** @param keptMilliseconds - the age at which a purge deletes a record that no run holds. */
export function prepareIdempotencyQueries(store: Store, clock: Clock, keptMilliseconds: number) {
  const single = prepareRequestQueries(store);
  return {
    // On SQLite the driver gathers statements.
    ...(store.kind === 'postgresql' ? batchIdempotencyQueries(store, clock, single) : single),
    ...prepareLeases(store),
    ...prepareKnown(store),
    ...prepareRemovals(store, keptMilliseconds),
  };
}

function prepareRequestQueries({ db, now }: Store): RequestQueries {
  const insert = prepareQuery<NewRun, unknown>(db, (values) =>
    db
      .insertInto('idempotency_records')
      .values({
        key_hash: values.keyHash,
        fingerprint: values.fingerprint,
        holder: values.holder,
        leased_until: sql<number>`${now} + ${values.milliseconds}`,
        created_at: now,
        status: null,
        body: null,
      })
      .onConflict((conflict) => conflict.column('key_hash').doNothing()),
  );
  const find = prepareQuery(db, ({ keyHash }: Key) =>
    db
      .selectFrom('idempotency_records')
      .select(['fingerprint', 'holder', 'status', 'body'])
      .select(sql<number>`${now} - created_at`.as('age'))
      .select(sql<number>`leased_until - ${now}`.as('lease'))
      .where('key_hash', '=', keyHash),
  );
  const answer = prepareQuery<KeyedAnswer, unknown>(db, (values) =>
    db
      .updateTable('idempotency_records')
      .set({ status: values.status, body: values.body, leased_until: 0 })
      .where('key_hash', '=', values.keyHash)
      .where('holder', '=', values.holder)
      .where('status', 'is', null),
  );
  return {
    insert: async (run) => (await insert(run)).numAffectedRows === 1n,
    find: async (keyHash) => (await find({ keyHash })).rows[0],
    answer: async (given) => (await answer(given)).numAffectedRows === 1n,
  };
}

function prepareLeases({ db, now }: Store) {
  return {
    takeOver: prepareQuery<Lease & { readonly former: string }, unknown>(db, (values) =>
      db
        .updateTable('idempotency_records')
        .set({ holder: values.holder, leased_until: sql<number>`${now} + ${values.milliseconds}` })
        .where('key_hash', '=', values.keyHash)
        .where('holder', '=', values.former)
        .where('status', 'is', null)
        .where('leased_until', '<=', now),
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

/** What only the one process of a store runs. */
function prepareKnown({ db, now }: Store) {
  return {
    /** Keeps an answer under a key that has no row; one that has is left as it is. */
    keep: prepareQuery<FirstAnswer, unknown>(db, (values) =>
      db
        .insertInto('idempotency_records')
        .values({
          key_hash: values.keyHash,
          fingerprint: values.fingerprint,
          holder: NOBODY,
          leased_until: 0,
          created_at: now,
          status: values.status,
          body: values.body,
        })
        .onConflict((conflict) => conflict.column('key_hash').doNothing()),
    ),
    /** The next keys in the order of their index, which alone is read. */
    listKeys: prepareQuery<{ readonly after: string }, { key_hash: string }>(db, ({ after }) =>
      db
        .selectFrom('idempotency_records')
        .select('key_hash')
        .where('key_hash', '>', after)
        .orderBy('key_hash')
        .limit(KEYS_LISTED),
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
