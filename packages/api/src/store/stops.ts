import type { Store } from './open-store.ts';
import type { StopRow } from './schema.ts';

/** What the operator has stopped, on all replicas. */
export type Stops = {
  list(): Promise<readonly StopRow[]>;
  /** Stops something, for a reason that replaces the one before. */
  add(target: string, reason: string): Promise<void>;
  /** @returns whether it was stopped. */
  remove(target: string): Promise<boolean>;
};

/** Opens the stops of a store. */
export function createStops({ db, now }: Store): Stops {
  return {
    list: () => db.selectFrom('stops').selectAll().orderBy('target').execute(),
    async add(target, reason) {
      await db
        .insertInto('stops')
        .values({ target, reason, created_at: now })
        .onConflict((conflict) => conflict.column('target').doUpdateSet({ reason }))
        .execute();
    },
    async remove(target) {
      const [{ numDeletedRows = 0n } = {}] = await db
        .deleteFrom('stops')
        .where('target', '=', target)
        .execute();
      return numDeletedRows === 1n;
    },
  };
}
