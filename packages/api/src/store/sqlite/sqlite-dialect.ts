import { type Dialect, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { createSqliteDriver, type SqliteLimit } from './sqlite-driver.ts';
import type { SqliteThread } from './sqlite-thread.ts';

/** Kysely dialect for a database file that a separate thread has open. */
export function createSqliteDialect(thread: SqliteThread, limit: SqliteLimit): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => createSqliteDriver(thread, limit),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

// SQLite changes its schema inside transactions, and one that begins IMMEDIATE is the lock migrations need.
class TransactionalSqliteAdapter extends SqliteAdapter {
  /** Kysely would wait without a limit for the one connection; the driver waits with one. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
