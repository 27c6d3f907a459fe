import type { Store } from './open-store.ts';
import type { ValueLimitRow } from './schema.ts';

/** A strategy and a span that a limit is for. */
export type LimitName = Pick<ValueLimitRow, 'strategy' | 'span'>;

/** What the operator has set as limits of value, for all replicas. */
export type ValueLimitSettings = {
  list(): Promise<readonly ValueLimitRow[]>;
  /** @param amount - base units; undefined for no limit, whatever the environment says. */
  set(name: LimitName, amount: bigint | undefined): Promise<void>;
  /** Goes back to what the environment says. @returns whether there was anything to go back from. */
  clear(name: LimitName): Promise<boolean>;
};

/** Opens the limits of value of a store. */
export function createValueLimitSettings({ db, now }: Store): ValueLimitSettings {
  return {
    list: () => db.selectFrom('value_limits').selectAll().orderBy('strategy').orderBy('span').execute(),
    async set({ strategy, span }, amount) {
      const text = amount === undefined ? null : String(amount);
      await db
        .insertInto('value_limits')
        .values({ strategy, span, amount: text, created_at: now })
        .onConflict((conflict) =>
          conflict.columns(['strategy', 'span']).doUpdateSet({ amount: text, created_at: now }),
        )
        .execute();
    },
    async clear({ strategy, span }) {
      const { numDeletedRows } = await db
        .deleteFrom('value_limits')
        .where('strategy', '=', strategy)
        .where('span', '=', span)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },
  };
}
