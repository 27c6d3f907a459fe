import { sql } from 'kysely';
import type { Store } from '../../api/src/store/open-store.ts';
import type { PendingTransactions } from '../../api/src/store/pending-transactions.ts';
import type { SimulatedStore } from './simulated-store.ts';

/*
 * What a next version of the service would write into tables that this one shares: a column more everywhere, and rows of a
 * kind that this one does not know. There is one released schema so far; once there are two, the version before takes the
 * place of this one.
 */

/** Of rows whose bytes went to the router in its own way; that they may be sent is all that this version can say. */
const RELAYED = 'relayed';

/** Columns that it adds, as statements; `later` stands where this version writes. */
export const NEXT_COLUMNS = [
  'pending_transactions',
  'build_forms',
  'displaced_forms',
  'idempotency_records',
  'pending_attributions',
  'attributions',
]
  .map((table) => `alter table ${table} add column added_later text default 'later';`)
  .join('\n');

/** The rows as the next version keeps them. */
export function asNextVersion(today: PendingTransactions, { db, now }: Store): PendingTransactions {
  return {
    ...today,
    async addHanded({ signature, lastValidBlockHeight }, holder) {
      const { rows } = await sql<{ readonly route: string }>`
        insert into pending_transactions
          (signature, route, last_valid_block_height, holder, leased_until, created_at, added_later)
        values (${signature}, ${RELAYED}, ${String(lastValidBlockHeight)}, ${holder}, 0, ${now}, 'relaying')
        on conflict (signature) do update set holder = ''
        returning route`.execute(db);
      return rows[0]?.route !== 'refused';
    },
    async setTaken(signature) {
      await sql`
        update pending_transactions set added_later = 'relayed' where signature = ${signature}`.execute(db);
    },
    async wasTaken(signature) {
      const { rows } = await sql`
        select 1 from pending_transactions where signature = ${signature} and added_later = 'relayed'`.execute(
        db,
      );
      return rows.length > 0 || (await today.wasTaken(signature));
    },
    async purge() {
      await today.purge();
      await sql`
        delete from pending_transactions
        where route = ${RELAYED} and created_at < ${now} - ${60 * 60 * 1_000}`.execute(db);
    },
  };
}

/** Rows of the next version that this one has changed, although nothing says that their end is known. */
export function listChanged({ look }: SimulatedStore): readonly string[] {
  return look(
    "select signature, route from pending_transactions where added_later = 'relaying' and route not in (?, 'settled')",
    RELAYED,
  ).map(({ signature, route }) => `${String(signature).slice(0, 8)} of the next version became ${route}`);
}
