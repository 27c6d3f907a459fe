import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createTurns } from '../background/create-turns.ts';
import type { Store } from './open-store.ts';
import type { Schema } from './schema.ts';

/** A transaction that takes of its strategy's hour; `amount` in base units. */
export type ValueUse = { readonly signature: string; readonly strategy: string; readonly amount: bigint };

/** What has been taken of an hour, and when there is room again; base units, milliseconds since the epoch. */
export type HourState = { readonly used: bigint; readonly now: number; readonly roomAt: number | undefined };

/**
 * What broadcasts took of each strategy's hour, on all replicas; every method fails with `StoreFault` while the store is
 * not available.
 */
export type ValueUses = {
  /**
   * Takes of the hour what a transaction stakes, unless that is more than its limit leaves. One that is taken already
   * takes nothing more.
   *
   * Exact over all replicas: those that ask at the same time take one after the other.
   *
   * @param limit - base units an hour.
   * @returns whether there was room.
   */
  take(use: ValueUse, limit: bigint): Promise<boolean>;
  /** Gives back what one {@link take} took: its bytes are with nobody. */
  giveBack(signature: string): Promise<void>;
  /** Reads the hour of a strategy, and when `asked` base units fit below `limit`, should nobody take more. */
  read(strategy: string, asked: bigint, limit: bigint): Promise<HourState>;
  /** Base units that were taken of each strategy's hour; none of a strategy that has no entry. */
  usedByStrategy(): Promise<ReadonlyMap<string, bigint>>;
  /** Forgets what is over an hour old. */
  purge(): Promise<void>;
};

/** What limits are for: at no time does what was let through in so many milliseconds before exceed them. */
export const HOUR_MILLISECONDS = 60 * 60 * 1_000;

/** Opens the uses of a store. */
export function createValueUses(store: Store): ValueUses {
  const { db, kind } = store;
  const hour = createHour(store);
  // One after the other in this process, so that no more connections than replicas wait for the lock.
  const inTurn = createTurns();
  return {
    async take(use, limit) {
      // Beyond what the arithmetic of the store is good for, and beyond the limit anyway.
      if (use.amount > limit) return false;
      return kind === 'postgresql'
        ? await inTurn(() => takeLocked(use, limit, store))
        : await takeIn(db, use, limit, store);
    },
    async giveBack(signature) {
      await db
        .updateTable('value_uses')
        .set({ holders: sql`holders - 1` })
        .where('signature', '=', signature)
        .execute();
      await db
        .deleteFrom('value_uses')
        .where('signature', '=', signature)
        .where('holders', '<=', 0)
        .execute();
    },
    async read(strategy, asked, limit) {
      const { used, now } = await hour.sum(strategy);
      const lacking = used + asked - limit;
      const roomAt = lacking <= 0n ? now : await hour.findWhenFree(strategy, lacking);
      return { used, now, roomAt };
    },
    usedByStrategy: hour.sumByStrategy,
    purge: hour.purge,
  };
}

function startOfHour({ now }: Store): RawBuilder<number> {
  return sql<number>`${now} - ${HOUR_MILLISECONDS}`;
}

function whole(amount: bigint): RawBuilder<string> {
  return sql<string>`cast(${String(amount)} as bigint)`;
}

async function takeIn(
  trx: Kysely<Schema>,
  { signature, strategy, amount }: ValueUse,
  limit: bigint,
  store: Store,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into value_uses (signature, strategy, amount, holders, created_at)
    select ${signature}, ${strategy}, ${whole(amount)}, 1, ${store.now}
    where (
      select coalesce(sum(amount), 0) from value_uses
      where strategy = ${strategy} and created_at > ${startOfHour(store)}
    ) <= ${whole(limit - amount)} or exists (select 1 from value_uses where signature = ${signature})
    on conflict (signature) do update set holders = value_uses.holders + 1`.execute(trx);
  return numAffectedRows === 1n;
}

// A sum is no row that could be locked, and a statement of PostgreSQL sees what was committed when it began: so the
// lock is a statement of its own. SQLite has one writer.
function takeLocked(use: ValueUse, limit: bigint, store: Store): Promise<boolean> {
  return store.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`value ${use.strategy}`}, 0))`.execute(trx);
    return await takeIn(trx, use, limit, store);
  });
}

/** What the rows of the last hour add up to. */
function createHour(store: Store) {
  const { db, now } = store;
  const start = startOfHour(store);
  const sum = sql<string>`cast(coalesce(sum(amount), 0) as text)`;
  const ofStrategy = (strategy: string) =>
    db.selectFrom('value_uses').where('strategy', '=', strategy).where('created_at', '>', start);
  return {
    async sum(strategy: string): Promise<{ readonly used: bigint; readonly now: number }> {
      const row = await ofStrategy(strategy)
        .select([sum.as('used'), now.as('at')])
        .executeTakeFirstOrThrow();
      return { used: BigInt(row.used), now: row.at };
    },
    /** When `lacking` base units have left the hour, should nobody take more. */
    async findWhenFree(strategy: string, lacking: bigint): Promise<number | undefined> {
      const freed = sql<string>`sum(amount) over (order by created_at, signature)`.as('freed');
      const row = await db
        .selectFrom(ofStrategy(strategy).select(['created_at', freed]).as('oldest'))
        .select('created_at')
        .where('freed', '>=', whole(lacking))
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst();
      return row && row.created_at + HOUR_MILLISECONDS;
    },
    async sumByStrategy(): Promise<ReadonlyMap<string, bigint>> {
      const rows = await db
        .selectFrom('value_uses')
        .select(['strategy', sum.as('used')])
        .where('created_at', '>', start)
        .groupBy('strategy')
        .execute();
      return new Map(rows.map(({ strategy, used }) => [strategy, BigInt(used)]));
    },
    async purge(): Promise<void> {
      await db.deleteFrom('value_uses').where('created_at', '<=', start).execute();
    },
  };
}
