import { sql } from 'kysely';
import { later } from './later.ts';
import type { Store } from './open-store.ts';
import { prepareQuery } from './prepare-query.ts';

/** Words of life of the processes that send, as rows among what they send. Every method fails with `StoreFault`. */
export type Heartbeats = {
  /** Records that `holder` is alive and has written everything that it sends, for `milliseconds`. */
  beat(holder: string, milliseconds: number): Promise<void>;
  /** Records that `holder` has ended and left nothing unwritten. */
  retire(holder: string): Promise<void>;
  /** Whether a process may send what it has not written: one whose word of life ended lately. */
  isAnyUnheard(): Promise<boolean>;
};

/** A process without heartbeat may have sent transactions that are alive for this long. */
const UNHEARD_MILLISECONDS = 2 * 60 * 1_000;
/** A word of life is nobody's to resume. */
const NOBODY = '';

/** Opens the heartbeats of a store. */
export function createHeartbeats(store: Store): Heartbeats {
  const { db, now } = store;
  const beat = prepareQuery<{ readonly name: string; readonly milliseconds: number }, unknown>(
    db,
    ({ name, milliseconds }) => {
      const life = { leased_until: later(milliseconds, store), created_at: now };
      return db
        .insertInto('pending_transactions')
        .values({
          signature: name,
          route: 'process',
          signed_transaction: null,
          last_valid_block_height: '0',
          holder: NOBODY,
          ...life,
        })
        .onConflict((conflict) => conflict.column('signature').doUpdateSet(life));
    },
  );
  return {
    isAnyUnheard: async () => (await selectUnheard(store).executeTakeFirst()) !== undefined,
    async beat(holder, milliseconds) {
      await beat({ name: getHolderName(holder), milliseconds });
    },
    async retire(holder) {
      await db.deleteFrom('pending_transactions').where('signature', '=', getHolderName(holder)).execute();
    },
  };
}

/** Selects the processes that may send what they have not written. */
export function selectUnheard({ db, now }: Store) {
  return db
    .selectFrom('pending_transactions as process')
    .select('process.signature')
    .where('process.route', '=', 'process')
    .where('process.leased_until', '<=', now)
    .where('process.created_at', '>', sql<number>`${now} - ${UNHEARD_MILLISECONDS}`);
}

/** Of a process among signatures, which have no such sign. */
function getHolderName(holder: string): string {
  return `process:${holder}`;
}
