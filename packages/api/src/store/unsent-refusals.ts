import { selectUnheard } from './heartbeats.ts';
import type { Store } from './open-store.ts';

/** Refusals of transactions that no process has sent. */
export type UnsentRefusals = {
  /**
   * Keeps a row that says that nobody sends these bytes from now on, for as long as they could live.
   *
   * @returns whether that is so: false where they have a row already, or a process may send what it has not written. A
   *   repetition returns the same.
   */
  refuseUnsent(mortal: {
    readonly signature: string;
    readonly lastValidBlockHeight: bigint;
  }): Promise<boolean>;
};

/** Opens the refusals of a store; they are rows of the transactions that are sent. */
export function createUnsentRefusals(store: Store): UnsentRefusals {
  const { db, now } = store;
  return {
    async refuseUnsent({ signature, lastValidBlockHeight }) {
      const row = await db
        .insertInto('pending_transactions')
        .columns(['signature', 'route', 'last_valid_block_height', 'holder', 'leased_until', 'created_at'])
        .expression(({ val, lit }) =>
          db
            .selectNoFrom([
              val(signature).as('signature'),
              val('refused').as('route'),
              val(String(lastValidBlockHeight)).as('last_valid_block_height'),
              val('').as('holder'),
              lit(0).as('leased_until'),
              now.as('created_at'),
            ])
            .where(({ not, exists }) => not(exists(selectUnheard(store)))),
        )
        .onConflict((conflict) =>
          conflict
            .column('signature')
            .doUpdateSet({ leased_until: 0 })
            .where('pending_transactions.route', '=', 'refused'),
        )
        .returning('route')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
