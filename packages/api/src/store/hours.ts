import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';

/** An hour: base units that count, the database's time, and when there is room, milliseconds since the epoch. */
export type HourState = { readonly used: bigint; readonly now: number; readonly roomAt: number | undefined };

/** At no time do the stakes that were sent in so many milliseconds before exceed the limit of their strategy. */
export const HOUR_MILLISECONDS = 60 * 60 * 1_000;

/** States whose value does not count: not sent by this service, or never to land. All others do, also of newer versions. */
const UNCOUNTED = ['offered', 'failed', 'closed'];

const SUM = sql<string>`cast(coalesce(sum(staked), 0) as text)`;

/** A number as a whole number of the store. */
export function whole(amount: bigint): RawBuilder<number> {
  return sql<number>`cast(${String(amount)} as bigint)`;
}

/**
 * Sums the hours of strategies from what was sent in them.
 *
 * @param db - the store's, or a transaction of it.
 */
export function createHours(db: Kysely<Schema>, { kind, now }: Store) {
  const counted = db
    .selectFrom('forms')
    .where('strategy', 'is not', null)
    .where('sent_at', '>', sql<number>`${now} - ${HOUR_MILLISECONDS}`)
    .where('state', 'not in', UNCOUNTED);
  /** When `lacking` base units have left the hour, should nothing more be sent. */
  const findWhenFree = async (strategy: string, lacking: bigint): Promise<number | undefined> => {
    const freed = sql<string>`sum(staked) over (order by sent_at, id)`.as('freed');
    const row = await db
      .selectFrom(counted.where('strategy', '=', strategy).select(['sent_at', freed]).as('oldest'))
      .select('sent_at')
      .where('freed', '>=', sql<string>`${whole(lacking)}`)
      .orderBy('sent_at')
      .limit(1)
      .executeTakeFirst();
    return row?.sent_at == null ? undefined : row.sent_at + HOUR_MILLISECONDS;
  };
  return {
    /** Reads the hour of a strategy, and when `asked` base units fit below `limit`. */
    async read(strategy: string, asked: bigint, limit: bigint): Promise<HourState> {
      const row = await counted
        .where('strategy', '=', strategy)
        .select([SUM.as('used'), now.as('at')])
        .executeTakeFirstOrThrow();
      const used = BigInt(row.used);
      const lacking = used + asked - limit;
      if (asked > limit) return { used, now: row.at, roomAt: undefined };
      return { used, now: row.at, roomAt: lacking <= 0n ? row.at : await findWhenFree(strategy, lacking) };
    },
    async readAll(): Promise<ReadonlyMap<string, bigint>> {
      const rows = await counted
        .groupBy('strategy')
        .select(['strategy', SUM.as('used')])
        .execute();
      return new Map(rows.map(({ strategy, used }) => [String(strategy), BigInt(used)]));
    },
    /**
     * Lets the claims of one strategy sum its hour one after the other until the transaction ends: a sum is no row that could
     * be locked, and a statement of PostgreSQL sees what was committed when it began. SQLite has one writer.
     */
    async lock(strategy: string): Promise<void> {
      if (kind === 'sqlite') return;
      await sql`select pg_advisory_xact_lock(hashtextextended(${`value ${strategy}`}, 0))`.execute(db);
    },
  };
}
