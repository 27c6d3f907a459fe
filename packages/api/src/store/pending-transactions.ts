import { sql } from 'kysely';
import type { Store } from './open-store.ts';

/** A signed transaction that is sent until the ledger has it or its blockhash is dead. */
export type PendingTransaction = {
  readonly signature: string;
  readonly base64: string;
  readonly lastValidBlockHeight: bigint;
};

/**
 * Transactions that a restart must not forget; every method fails with `StoreFault` while the store is not available.
 *
 * A row says that bytes may be out. Each belongs to a process by a lease; when the lease ends, another process may
 * adopt it. Only who alone has had a row since it was made can take it back; what others have had too belongs to all.
 */
export type PendingTransactions = {
  /** Keeps one for `holder`; should another process have it, neither can take it back from then on. */
  add(transaction: PendingTransaction, holder: string, milliseconds: number): Promise<void>;
  /** Keeps a signature whose bytes are handed to the router; should it be kept already, nobody can take it back. */
  addHanded(mortal: Omit<PendingTransaction, 'base64'>, holder: string): Promise<void>;
  /** Remembers that the router took what it was handed. */
  setTaken(signature: string): Promise<void>;
  /** Whether there is a row of it. */
  isKnown(signature: string): Promise<boolean>;
  /** Whether the router took it, on any replica. */
  wasTaken(signature: string): Promise<boolean>;
  /** Ends the sending of what is settled, whoever has it; that it was sent is remembered for an hour. */
  settle(signatures: readonly string[]): Promise<void>;
  /**
   * Forgets one that nobody took, unless another process has or had it, or may have it without having written it: one
   * whose word of life ended lately.
   *
   * @returns whether it was this process's alone, and is gone.
   */
  withdraw(signature: string, holder: string): Promise<boolean>;
  /** Says that `holder` is alive and has written all that it sends, for so many milliseconds. */
  beat(holder: string, milliseconds: number): Promise<void>;
  /** Says that `holder` has ended, and left nothing unwritten. */
  retire(holder: string): Promise<void>;
  /** Extends the leases of `holders`. */
  renew(holders: readonly string[], milliseconds: number): Promise<void>;
  /** Ends the leases of `holders`, for others to go on at once. */
  handOver(holders: readonly string[]): Promise<void>;
  /**
   * Makes `adopter` look after all whose lease has ended.
   *
   * @param adopter - a name of its own: what was adopted may have been sent by others, and is not taken back.
   * @param own - under which the same process adds; what it holds itself it does not adopt.
   */
  adopt(adopter: string, own: string, milliseconds: number): Promise<readonly PendingTransaction[]>;
  /** Forgets what was settled or handed to the router an hour ago. */
  purge(): Promise<void>;
};

/** No transaction is broadcast again that late. */
const REMEMBERED_MILLISECONDS = 60 * 60 * 1_000;
/** Of a row that more than one process has had: nobody's, until the next one adopts it. */
const SHARED = '';
/** So long may be alive what a process sent that was not heard of since. */
const UNHEARD_MILLISECONDS = 2 * 60 * 1_000;
/** Databases limit the variables of one statement. */
const SIGNATURES_PER_STATEMENT = 500;

/** Opens the pending transactions of a store. */
export function createPendingTransactions({ db, now }: Store): PendingTransactions {
  const later = (milliseconds: number) => sql<number>`${now} + ${milliseconds}`;
  const insert = async (
    row: Omit<PendingTransaction, 'base64'> & { readonly base64?: string },
    holder: string,
    milliseconds: number,
  ) => {
    await db
      .insertInto('pending_transactions')
      .values({
        signature: row.signature,
        route: row.base64 === undefined ? 'handed' : 'ledger',
        signed_transaction: row.base64 ?? null,
        last_valid_block_height: String(row.lastValidBlockHeight),
        holder,
        leased_until: later(milliseconds),
        created_at: now,
      })
      // What the router was handed before may be with it still, whoever handed it over.
      .onConflict((conflict) => {
        const shared = conflict.column('signature').doUpdateSet({ holder: SHARED });
        return row.base64 === undefined
          ? shared
          : shared.where((had) =>
              had.or([
                had('pending_transactions.holder', '<>', holder),
                had('pending_transactions.route', '<>', 'ledger'),
              ]),
            );
      })
      .execute();
  };
  const readRoute = async (signature: string) => {
    const row = await db
      .selectFrom('pending_transactions')
      .select('route')
      .where('signature', '=', signature)
      .executeTakeFirst();
    return row?.route;
  };
  const update = () => db.updateTable('pending_transactions');

  return {
    add: insert,
    addHanded: (mortal, holder) => insert(mortal, holder, 0),
    async setTaken(signature) {
      await update().set({ route: 'router' }).where('signature', '=', signature).execute();
    },
    isKnown: async (signature) => (await readRoute(signature)) !== undefined,
    wasTaken: async (signature) => (await readRoute(signature)) === 'router',
    async settle(signatures) {
      for (let i = 0; i < signatures.length; i += SIGNATURES_PER_STATEMENT) {
        const batch = signatures.slice(i, i + SIGNATURES_PER_STATEMENT);
        await update()
          .set({ route: 'settled', signed_transaction: null, holder: SHARED })
          .where('signature', 'in', batch)
          .execute();
      }
    },
    async withdraw(signature, holder) {
      const { numDeletedRows } = await db
        .deleteFrom('pending_transactions')
        .where('signature', '=', signature)
        .where('holder', '=', holder)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('pending_transactions as process')
                .select('process.signature')
                .where('process.route', '=', 'process')
                .where('process.leased_until', '<=', now)
                .where('process.created_at', '>', sql<number>`${now} - ${UNHEARD_MILLISECONDS}`),
            ),
          ),
        )
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async beat(holder, milliseconds) {
      const life = { leased_until: later(milliseconds), created_at: now };
      await db
        .insertInto('pending_transactions')
        .values({
          signature: getHolderName(holder),
          route: 'process',
          signed_transaction: null,
          last_valid_block_height: '0',
          holder: SHARED,
          ...life,
        })
        .onConflict((conflict) => conflict.column('signature').doUpdateSet(life))
        .execute();
    },
    async retire(holder) {
      await db.deleteFrom('pending_transactions').where('signature', '=', getHolderName(holder)).execute();
    },
    async renew(holders, milliseconds) {
      await update()
        .set({ leased_until: later(milliseconds) })
        .where('holder', 'in', holders)
        .where('route', '=', 'ledger')
        .execute();
    },
    async handOver(holders) {
      await update().set({ leased_until: 0 }).where('holder', 'in', holders).execute();
    },
    async adopt(adopter, own, milliseconds) {
      const rows = await update()
        .set({ holder: adopter, leased_until: later(milliseconds) })
        .where('route', '=', 'ledger')
        .where('holder', '<>', own)
        .where('leased_until', '<=', now)
        .returning(['signature', 'signed_transaction', 'last_valid_block_height'])
        .execute();
      return rows.map((row) => ({
        signature: row.signature,
        base64: row.signed_transaction ?? '',
        lastValidBlockHeight: BigInt(row.last_valid_block_height),
      }));
    },
    async purge() {
      await db
        .deleteFrom('pending_transactions')
        .where('route', '<>', 'ledger')
        .where('created_at', '<', sql<number>`${now} - ${REMEMBERED_MILLISECONDS}`)
        .execute();
    },
  };
}

/** Of a process among signatures, which have no such sign. */
function getHolderName(holder: string): string {
  return `process:${holder}`;
}
