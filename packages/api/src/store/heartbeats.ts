import { sql } from 'kysely';
import { later } from './later.ts';
import type { Store } from './open-store.ts';
import { prepareQuery } from './prepare-query.ts';

/** Words of life of the processes that send, as rows among what they send. Every method fails with `StoreFault`. */
export type Heartbeats = {
  /** Whether a process may send what it has not written: one whose word of life ended lately. */
  isAnyUnheard(): Promise<boolean>;
  /**
   * Records that `holder` is alive and has written everything that it sends, for `milliseconds`.
   *
   * @param count - how often it has said so, this time included; the first time makes the row.
   * @returns false where the store does not have what was said before: then nothing is recorded.
   */
  beat(holder: string, count: number, milliseconds: number): Promise<boolean>;
  /** Which of these have no row: of signatures that were stored and not withdrawn. */
  listAbsent(signatures: readonly string[]): Promise<readonly string[]>;
  /** Records that `holder` has ended and left nothing unwritten. */
  retire(holder: string): Promise<void>;
};

/** A process without heartbeat may have sent transactions that are alive for this long. */
const UNHEARD_MILLISECONDS = 2 * 60 * 1_000;
/** A word of life is nobody's to resume. */
const NOBODY = '';

/** Selects the processes that may send what they have not written. */
export function selectUnheard({ db, now }: Store) {
  return db
    .selectFrom('pending_transactions as process')
    .select('process.signature')
    .where('process.route', '=', 'process')
    .where('process.leased_until', '<=', now)
    .where('process.created_at', '>', sql<number>`${now} - ${UNHEARD_MILLISECONDS}`);
}

type First = { readonly name: string; readonly milliseconds: number };
type Next = First & { readonly before: string; readonly count: string };

/** Opens the heartbeats of a store. */
export function createHeartbeats(store: Store): Heartbeats {
  const { db, now } = store;
  const life = (milliseconds: number, count: string) => ({
    last_valid_block_height: count,
    leased_until: later(milliseconds, store),
    created_at: now,
  });
  const begin = prepareQuery<First, unknown>(db, ({ name, milliseconds }) => {
    const first = life(milliseconds, '1');
    return db
      .insertInto('pending_transactions')
      .values({ signature: name, route: 'process', signed_transaction: null, holder: NOBODY, ...first })
      .onConflict((conflict) => conflict.column('signature').doUpdateSet(first));
  });
  // One whose answer was lost is said again, and may have been recorded.
  const goOn = prepareQuery<Next, unknown>(db, ({ name, milliseconds, before, count }) =>
    db
      .updateTable('pending_transactions')
      .set(life(milliseconds, count))
      .where('signature', '=', name)
      .where('last_valid_block_height', 'in', [before, count]),
  );
  return {
    isAnyUnheard: async () => (await selectUnheard(store).executeTakeFirst()) !== undefined,
    async beat(holder, count, milliseconds) {
      const first = { name: getHolderName(holder), milliseconds };
      if (count === 1) {
        await begin(first);
        return true;
      }
      const { numAffectedRows } = await goOn({ ...first, before: String(count - 1), count: String(count) });
      return numAffectedRows === 1n;
    },
    async listAbsent(signatures) {
      if (signatures.length === 0) return [];
      const rows = await db
        .selectFrom('pending_transactions')
        .select('signature')
        .where('signature', 'in', signatures)
        .execute();
      const there = new Set(rows.map(({ signature }) => signature));
      return signatures.filter((signature) => !there.has(signature));
    },
    async retire(holder) {
      await db.deleteFrom('pending_transactions').where('signature', '=', getHolderName(holder)).execute();
    },
  };
}

/** Of a process among signatures, which have no such sign. */
function getHolderName(holder: string): string {
  return `process:${holder}`;
}
