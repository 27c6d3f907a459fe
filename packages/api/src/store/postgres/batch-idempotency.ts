import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../background/clock.ts';
import type { FoundRecord, KeyedAnswer, NewRun, RequestQueries } from '../idempotency-queries.types.ts';
import type { Store } from '../open-store.ts';
import { prepareQuery } from '../prepare-query.ts';
import { gatherCalls } from './gather-calls.ts';

/**
 * Runs the statements of many requests as one: parsing, planning and committing a statement costs PostgreSQL and the
 * connection far more than a row does.
 *
 * @param single - the same statements for one request.
 */
export function batchIdempotencyQueries(store: Store, clock: Clock, single: RequestQueries): RequestQueries {
  return {
    insert: gatherCalls(clock, prepareInsert(store), single.insert),
    find: gatherCalls(clock, prepareFind(store), single.find),
    answer: gatherCalls(clock, prepareAnswer(store), single.answer),
  };
}

function prepareInsert({ db, now }: Store) {
  type Columns = { keyHash: string[]; fingerprint: string[]; holder: string[]; milliseconds: number[] };
  const query = prepareQuery<Columns, { holder: string }>(db, (of) =>
    compilable(
      db,
      sql`insert into idempotency_records (key_hash, fingerprint, holder, leased_until, created_at)
        select key_hash, fingerprint, holder, ${now} + milliseconds, ${now}
        from unnest(${of.keyHash}::text[], ${of.fingerprint}::text[], ${of.holder}::text[], ${of.milliseconds}::bigint[])
          as run (key_hash, fingerprint, holder, milliseconds)
        on conflict (key_hash) do nothing
        returning holder`,
    ),
  );
  return async (runs: readonly NewRun[]): Promise<readonly boolean[]> => {
    // In the same order everywhere: of two replicas that insert the same keys, one waits for the other, not both.
    const sorted = runs.toSorted((a, b) => (a.keyHash < b.keyHash ? -1 : 1));
    const { rows } = await query({
      keyHash: sorted.map(({ keyHash }) => keyHash),
      fingerprint: sorted.map(({ fingerprint }) => fingerprint),
      holder: sorted.map(({ holder }) => holder),
      milliseconds: sorted.map(({ milliseconds }) => milliseconds),
    });
    const inserted = new Set(rows.map(({ holder }) => holder));
    return runs.map(({ holder }) => inserted.has(holder));
  };
}

function prepareFind({ db, now }: Store) {
  const query = prepareQuery<{ keyHash: string[] }, FoundRecord & { key_hash: string }>(db, (of) =>
    compilable(
      db,
      sql`select key_hash, fingerprint, holder, status, body, ${now} - created_at as age, leased_until - ${now} as lease
        from idempotency_records where key_hash = any(${of.keyHash}::text[])`,
    ),
  );
  return async (keyHashes: readonly string[]): Promise<readonly (FoundRecord | undefined)[]> => {
    const { rows } = await query({ keyHash: [...new Set(keyHashes)] });
    const found = new Map(rows.map((row) => [row.key_hash, row]));
    return keyHashes.map((keyHash) => found.get(keyHash));
  };
}

function prepareAnswer({ db }: Store) {
  type Columns = { keyHash: string[]; holder: string[]; status: number[]; body: string[] };
  const query = prepareQuery<Columns, { holder: string }>(db, (of) =>
    compilable(
      db,
      sql`update idempotency_records as record
        set status = answer.status, body = answer.body, leased_until = 0
        from unnest(${of.keyHash}::text[], ${of.holder}::text[], ${of.status}::integer[], ${of.body}::text[])
          as answer (key_hash, holder, status, body)
        where record.key_hash = answer.key_hash and record.holder = answer.holder and record.status is null
        returning record.holder`,
    ),
  );
  return async (answers: readonly KeyedAnswer[]): Promise<readonly boolean[]> => {
    const { rows } = await query({
      keyHash: answers.map(({ keyHash }) => keyHash),
      holder: answers.map(({ holder }) => holder),
      status: answers.map(({ status }) => status),
      body: answers.map(({ body }) => body),
    });
    const kept = new Set(rows.map(({ holder }) => holder));
    return answers.map(({ holder }) => kept.has(holder));
  };
}

function compilable<Row>(db: Store['db'], text: RawBuilder<Row>) {
  return { compile: () => text.compile(db) };
}
