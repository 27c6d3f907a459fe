import { sql } from 'kysely';
import { createHeartbeats, type Heartbeats, selectUnheard } from './heartbeats.ts';
import { later } from './later.ts';
import type { Store } from './open-store.ts';
import { prepareQuery } from './prepare-query.ts';
import type { PendingTransactionRow as PendingRow } from './schema.ts';
import { createUnsentRefusals, type UnsentRefusals } from './unsent-refusals.ts';

/** A signed transaction that is resent until it is confirmed or has expired. */
export type PendingTransaction = {
  readonly signature: string;
  readonly base64: string;
  readonly lastValidBlockHeight: bigint;
};

type Beside = Heartbeats & UnsentRefusals;

/**
 * Transactions that survive a restart. Every method fails with `StoreFault` while the store is down.
 *
 * A row says that the bytes may have left a process. A process holds a row by a lease; when the lease ends, another
 * process may resume it. A process can withdraw a row only while it alone has held it.
 */
export type PendingTransactions = Beside & {
  /**
   * Stores a transaction for `holder`. If another process holds it, neither can withdraw it from then on.
   *
   * @returns whether it may be sent: not where it was refused.
   */
  add(transaction: PendingTransaction, holder: string, milliseconds: number): Promise<boolean>;
  /** Stores a signature whose bytes go to the router, as {@link add}. If it is stored already, nobody can withdraw it. */
  addHanded(mortal: Omit<PendingTransaction, 'base64'>, holder: string): Promise<boolean>;
  /** Records that the router accepted the bytes. */
  setTaken(signature: string): Promise<void>;
  /** The height that a signature was first kept with. */
  readHeight(signature: string): Promise<bigint | undefined>;
  /** Whether there is a row of it, of bytes that may have been sent. */
  isKnown(signature: string): Promise<boolean>;
  /** Whether a caller was told that it was refused. */
  isRefused(signature: string): Promise<boolean>;
  /** Tells whether the router accepted it from any replica. */
  wasTaken(signature: string): Promise<boolean>;
  /** Ends the sending of transactions whose end is known, whoever holds them; the rows remain for an hour. */
  resolve(signatures: readonly string[]): Promise<void>;
  /**
   * Deletes a transaction that no node accepted, unless another process holds or held it, or may hold it without a
   * row: a process whose heartbeat ended recently. One that is not deleted is anybody's to resume.
   *
   * @returns whether this process alone held it, and the row is deleted.
   */
  withdraw(signature: string, holder: string): Promise<boolean>;
  /**
   * Does the same, but keeps a row that says that nobody sends these bytes from now on, for as long as they could live.
   *
   * @returns whether this process alone held it, and it is refused.
   */
  refuse(signature: string, holder: string): Promise<boolean>;
  /** Extends the leases of one holder, or of two. */
  renew(holders: readonly [string, string?], milliseconds: number): Promise<void>;
  /** Ends the leases of `holders`, so that others resume at once. */
  handOver(holders: readonly string[]): Promise<void>;
  /** Ends the sending of all that `holders` hold, as {@link resolve}. */
  abandon(holders: readonly string[]): Promise<void>;
  /**
   * Gives `successor` all transactions whose lease has ended.
   *
   * @param successor - a separate name, because a resumed transaction may have been sent by others and cannot be
   *   withdrawn.
   * @param own - the name under which the same process adds; its own rows are not resumed.
   */
  resume(successor: string, own: string, milliseconds: number): Promise<readonly PendingTransaction[]>;
  /** Deletes what was resolved, or handed to the router, an hour ago. */
  purge(): Promise<void>;
};

/** Nobody broadcasts a transaction again after this time. */
const REMEMBERED_MILLISECONDS = 60 * 60 * 1_000;
/** What nobody sends any more. Rows of a kind that a newer version adds are its own to delete. */
const PURGED: readonly PendingRow['route'][] = ['settled', 'handed', 'router', 'refused', 'process'];
/** What the router may have taken. Rows of a kind that a newer version adds stay what they are. */
const TAKEN_FROM: readonly PendingRow['route'][] = ['handed', 'router', 'ledger', 'settled'];
/** Holder of a row that more than one process has held: none, until a process resumes it. */
const SHARED = '';
/** Databases limit the variables of one statement. */
const SIGNATURES_PER_STATEMENT = 500;

/** Opens the pending transactions of a store. */
export function createPendingTransactions(store: Store): PendingTransactions {
  return {
    ...createRows(store),
    ...createReads(store),
    ...createHeartbeats(store),
    ...createUnsentRefusals(store),
    ...createLeases(store),
  };
}

type Row = Omit<PendingTransaction, 'base64'> & { readonly base64?: string };
type Rows = Pick<
  PendingTransactions,
  'add' | 'addHanded' | 'setTaken' | 'resolve' | 'withdraw' | 'refuse' | 'purge'
>;

async function insert(row: Row, holder: string, milliseconds: number, store: Store): Promise<boolean> {
  const had = await store.db
    .insertInto('pending_transactions')
    .values({
      signature: row.signature,
      route: row.base64 === undefined ? 'handed' : 'ledger',
      signed_transaction: row.base64 ?? null,
      last_valid_block_height: String(row.lastValidBlockHeight),
      holder,
      leased_until: later(milliseconds, store),
      created_at: store.now,
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
    .returning('route')
    .executeTakeFirst();
  return had?.route !== 'refused';
}

function createRows(store: Store): Rows {
  const { db, now } = store;
  // Its holder does not follow it: whoever resumes does, to its end.
  const share = (signature: string, holder: string) =>
    db
      .updateTable('pending_transactions')
      .set({ holder: SHARED, leased_until: 0 })
      .where('signature', '=', signature)
      .where('holder', '=', holder)
      .where('route', '=', 'ledger')
      .execute();
  return {
    add: (transaction, holder, milliseconds) => insert(transaction, holder, milliseconds, store),
    addHanded: (mortal, holder) => insert(mortal, holder, 0, store),
    async setTaken(signature) {
      await db
        .updateTable('pending_transactions')
        .set({ route: 'router' })
        .where('signature', '=', signature)
        .where('route', 'in', TAKEN_FROM)
        .execute();
    },
    async resolve(signatures) {
      for (let i = 0; i < signatures.length; i += SIGNATURES_PER_STATEMENT) {
        const batch = signatures.slice(i, i + SIGNATURES_PER_STATEMENT);
        await db
          .updateTable('pending_transactions')
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
        .where(({ not, exists }) => not(exists(selectUnheard(store))))
        .executeTakeFirst();
      if (numDeletedRows > 0n) return true;
      await share(signature, holder);
      return false;
    },
    async refuse(signature, holder) {
      const { numUpdatedRows } = await db
        .updateTable('pending_transactions')
        .set({ route: 'refused', signed_transaction: null, holder: SHARED })
        .where('signature', '=', signature)
        .where('holder', '=', holder)
        .where(({ not, exists }) => not(exists(selectUnheard(store))))
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return true;
      await share(signature, holder);
      return false;
    },
    async purge() {
      await db
        .deleteFrom('pending_transactions')
        .where('route', 'in', PURGED)
        .where('created_at', '<', sql<number>`${now} - ${REMEMBERED_MILLISECONDS}`)
        .execute();
    },
  };
}

function createReads({
  db,
}: Store): Pick<PendingTransactions, 'readHeight' | 'isKnown' | 'isRefused' | 'wasTaken'> {
  const readRoute = async (signature: string) => {
    const row = await db
      .selectFrom('pending_transactions')
      .select('route')
      .where('signature', '=', signature)
      .executeTakeFirst();
    return row?.route;
  };
  return {
    async readHeight(signature) {
      const row = await db
        .selectFrom('pending_transactions')
        .select('last_valid_block_height')
        .where('signature', '=', signature)
        .executeTakeFirst();
      return row && BigInt(row.last_valid_block_height);
    },
    async isKnown(signature) {
      const route = await readRoute(signature);
      return route !== undefined && route !== 'refused';
    },
    isRefused: async (signature) => (await readRoute(signature)) === 'refused',
    wasTaken: async (signature) => (await readRoute(signature)) === 'router',
  };
}

type Resumption = { readonly successor: string; readonly own: string; readonly milliseconds: number };
type Renewal = { readonly first: string; readonly last: string; readonly milliseconds: number };
type Resumed = Pick<PendingRow, 'signature' | 'signed_transaction' | 'last_valid_block_height'>;

function createLeases(store: Store): Pick<PendingTransactions, 'renew' | 'handOver' | 'abandon' | 'resume'> {
  const { db, now } = store;
  const update = () => db.updateTable('pending_transactions');
  const resume = prepareQuery<Resumption, Resumed>(db, ({ successor, own, milliseconds }) =>
    update()
      .set({ holder: successor, leased_until: later(milliseconds, store) })
      .where('route', '=', 'ledger')
      .where('holder', '<>', own)
      .where('leased_until', '<=', now)
      .returning(['signature', 'signed_transaction', 'last_valid_block_height']),
  );
  // Every second, as long as the process lives.
  const renew = prepareQuery<Renewal, unknown>(db, ({ first, last, milliseconds }) =>
    update()
      .set({ leased_until: later(milliseconds, store) })
      .where('holder', 'in', [first, last])
      .where('route', '=', 'ledger'),
  );
  return {
    async renew([first, last = first], milliseconds) {
      await renew({ first, last, milliseconds });
    },
    async handOver(holders) {
      await update().set({ leased_until: 0 }).where('holder', 'in', holders).execute();
    },
    async abandon(holders) {
      await update()
        .set({ route: 'settled', signed_transaction: null, holder: SHARED })
        .where('holder', 'in', holders)
        .where('route', '=', 'ledger')
        .execute();
    },
    async resume(successor, own, milliseconds) {
      const { rows } = await resume({ successor, own, milliseconds });
      return rows.map((row) => ({
        signature: row.signature,
        base64: row.signed_transaction ?? '',
        lastValidBlockHeight: BigInt(row.last_valid_block_height),
      }));
    },
  };
}
