import { sql } from 'kysely';
import type { Store } from './open-store.ts';

/** A signed transaction that is sent until the ledger has it or its blockhash is dead. */
export type PendingTransaction = {
  readonly signature: string;
  readonly base64: string;
  readonly lastValidBlockHeight: bigint;
};

/** One that somebody has begun to send, and how long ago, milliseconds. */
export type AdoptedTransaction = PendingTransaction & { readonly age: number };

/**
 * Transactions that a restart must not forget; every method fails with `StoreFault` while the store is not available.
 *
 * Each belongs to a process by a lease. When the lease ends, another process may adopt it; should both send it, it is
 * still executed once, because one signature is.
 */
export type PendingTransactions = {
  /** Keeps one for `holder`; it stays with whoever has it already. */
  add(transaction: PendingTransaction, holder: string, milliseconds: number): Promise<void>;
  /** Forgets what is settled, whoever has it. */
  remove(signatures: readonly string[]): Promise<void>;
  /** Forgets one that was not sent after all, unless another process has it. */
  withdraw(signature: string, holder: string): Promise<void>;
  /** Extends the leases of `holder`. */
  renew(holder: string, milliseconds: number): Promise<void>;
  /** Ends the leases of `holder`, for others to go on at once. */
  handOver(holder: string): Promise<void>;
  /**
   * Makes `holder` look after all whose lease has ended.
   *
   * @param options.isFirst - after a start: after all there are, because a lease may be that of the process before.
   */
  adopt(
    holder: string,
    milliseconds: number,
    options: { isFirst: boolean },
  ): Promise<readonly AdoptedTransaction[]>;
  /** Remembers that the router took this signature. */
  addTaken(signature: string, lastValidBlockHeight: bigint): Promise<void>;
  /** Whether the router took it, on any replica, while its blockhash can still be alive. */
  wasTaken(signature: string): Promise<boolean>;
  /** Forgets signatures that are dead whatever became of them. */
  purge(): Promise<void>;
};

/** No blockhash lives that long. */
const DEAD_MILLISECONDS = 5 * 60 * 1_000;

/** Databases take tens of thousands of variables in one statement and no more. */
const SIGNATURES_PER_STATEMENT = 1_000;

/** Opens the pending transactions of a store. */
export function createPendingTransactions({ db, now }: Store): PendingTransactions {
  const later = (milliseconds: number) => sql<number>`${now} + ${milliseconds}`;
  const insert = (row: { signature: string; lastValidBlockHeight: bigint; base64?: string }, lease: Lease) =>
    db
      .insertInto('pending_transactions')
      .values({
        signature: row.signature,
        route: row.base64 === undefined ? 'router' : 'ledger',
        signed_transaction: row.base64 ?? null,
        last_valid_block_height: String(row.lastValidBlockHeight),
        holder: lease.holder,
        leased_until: later(lease.milliseconds),
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('signature').doNothing())
      .execute();

  return {
    async add(transaction, holder, milliseconds) {
      await insert(transaction, { holder, milliseconds });
    },
    async remove(signatures) {
      for (let i = 0; i < signatures.length; i += SIGNATURES_PER_STATEMENT) {
        const some = signatures.slice(i, i + SIGNATURES_PER_STATEMENT);
        await db.deleteFrom('pending_transactions').where('signature', 'in', some).execute();
      }
    },
    async withdraw(signature, holder) {
      await db
        .deleteFrom('pending_transactions')
        .where('signature', '=', signature)
        .where('holder', '=', holder)
        .execute();
    },
    async renew(holder, milliseconds) {
      await db
        .updateTable('pending_transactions')
        .set({ leased_until: later(milliseconds) })
        .where('holder', '=', holder)
        .execute();
    },
    async handOver(holder) {
      await db
        .updateTable('pending_transactions')
        .set({ leased_until: 0 })
        .where('holder', '=', holder)
        .execute();
    },
    async adopt(holder, milliseconds, { isFirst }) {
      const rows = await db
        .updateTable('pending_transactions')
        .set({ holder, leased_until: later(milliseconds) })
        .where('route', '=', 'ledger')
        .$if(!isFirst, (update) => update.where('leased_until', '<=', now))
        .returning(['signature', 'signed_transaction', 'last_valid_block_height'])
        .returning(sql<number>`${now} - created_at`.as('age'))
        .execute();
      return rows.map((row) => ({
        signature: row.signature,
        base64: row.signed_transaction ?? '',
        lastValidBlockHeight: BigInt(row.last_valid_block_height),
        age: row.age,
      }));
    },
    async addTaken(signature, lastValidBlockHeight) {
      await insert({ signature, lastValidBlockHeight }, { holder: '', milliseconds: 0 });
    },
    async wasTaken(signature) {
      const row = await db
        .selectFrom('pending_transactions')
        .select('signature')
        .where('signature', '=', signature)
        .where('route', '=', 'router')
        .executeTakeFirst();
      return row !== undefined;
    },
    async purge() {
      await db
        .deleteFrom('pending_transactions')
        .where('created_at', '<', sql<number>`${now} - ${DEAD_MILLISECONDS}`)
        .execute();
    },
  };
}

type Lease = { readonly holder: string; readonly milliseconds: number };
