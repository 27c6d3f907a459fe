import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, Kysely, type RawBuilder, sql } from 'kysely';
import { type Clock, SYSTEM_CLOCK } from '../runtime/clock.ts';
import { migrateToLatest } from './migrate.ts';
import {
  createPostgresDialect,
  MIGRATION_LIMITS,
  type PostgresLimits,
  REQUEST_LIMITS,
} from './postgres/postgres-dialect.ts';
import type { Schema } from './schema.ts';
import { prepareSqliteFile } from './sqlite/prepare-sqlite-file.ts';
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts';
import { type SqliteThread, startSqliteThread } from './sqlite/sqlite-thread.ts';
import type { StoreKind } from './store-kind.ts';
import { type OnQuery, openWatched } from './watch-queries.ts';

/** Where state is kept: a PostgreSQL database, or a file in the data directory when there is none. */
export type StoreLocation = { readonly databaseUrl: string | undefined; readonly dataDirectory: string };

/** The database, migrated. Its queries fail with `StoreFault` while it is not available. */
export type Store = {
  readonly kind: StoreKind;
  readonly db: Kysely<Schema>;
  /** The database's clock, milliseconds since the epoch: replicas need not agree on the time. */
  readonly now: RawBuilder<number>;
  /**
   * Counts the breaks of the connection to a database that may fail over, its opening included; 0 for a file, which is never
   * another one. After a break, rows may be gone that were there before.
   */
  breaks(): number;
  close(): Promise<void>;
};

/** What a store is opened with. */
export type StoreOptions = {
  /** Told of every statement, how it ended and how long it took. */
  readonly onQuery?: OnQuery | undefined;
  /** The database's time in place of its own clock, in SQL: milliseconds since the epoch. */
  readonly now?: RawBuilder<number> | undefined;
  /** Opens a database file; in a thread of its own unless given. */
  readonly openFile?: ((path: string) => Promise<SqliteThread>) | undefined;
  /** What time limits are measured by; the machine's unless given. */
  readonly clock?: Clock | undefined;
  /** How long the database may keep a request waiting, of a file the statement; {@link REQUEST_LIMITS} unless given. */
  readonly limits?: PostgresLimits | undefined;
};

/** The store did not open; the message is for the operator and holds no connection string. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}

/** Name of the database file in the data directory. */
export const SQLITE_FILE = 'state.sqlite';

/** Another process may be migrating for so long. */
const MIGRATION_MILLISECONDS = 30_000;

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws {StoreOpenError} when it cannot be reached, is damaged, or a migration fails.
 */
export async function openStore(
  { databaseUrl, dataDirectory }: StoreLocation,
  options: StoreOptions = {},
): Promise<Store> {
  return databaseUrl === undefined
    ? await openSqlite(dataDirectory, options)
    : await openPostgres(databaseUrl, options);
}

const SQLITE_NOW = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
const POSTGRES_NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

async function openSqlite(
  dataDirectory: string,
  {
    onQuery,
    now = SQLITE_NOW,
    openFile = startSqliteThread,
    clock = SYSTEM_CLOCK,
    limits = REQUEST_LIMITS,
  }: StoreOptions,
): Promise<Store> {
  const path = join(dataDirectory, SQLITE_FILE);
  const failed = (error: unknown) =>
    new StoreOpenError(
      `The database file ${path} cannot be used: ${getReason(error)}. Nothing was changed; put a sound copy in its place.`,
      { cause: error },
    );
  try {
    mkdirSync(dataDirectory, { recursive: true });
    prepareSqliteFile(path);
    const thread = await openFile(path);
    const limit = { clock, milliseconds: 2 * MIGRATION_MILLISECONDS };
    const db = open(createSqliteDialect(thread, limit), onQuery);
    try {
      await sql`pragma busy_timeout = ${sql.lit(MIGRATION_MILLISECONDS)}`.execute(db);
      await migrateToLatest(db, 'sqlite');
      await sql`pragma busy_timeout = 300`.execute(db);
      limit.milliseconds = limits.statement;
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return { kind: 'sqlite', db, now, breaks: () => 0, close: () => db.destroy() };
  } catch (error) {
    throw failed(error);
  }
}

async function openPostgres(
  url: string,
  { onQuery, now = POSTGRES_NOW, limits = REQUEST_LIMITS, clock = SYSTEM_CLOCK }: StoreOptions,
): Promise<Store> {
  const migrating = open(createPostgresDialect(url, MIGRATION_LIMITS, clock));
  try {
    await migrateToLatest(migrating, 'postgresql');
  } catch (error) {
    throw new StoreOpenError(`The database of DATABASE_URL cannot be used: ${getReason(error)}.`, {
      cause: error,
    });
  } finally {
    await migrating.destroy();
  }
  let breaks = 1;
  const watch = {
    onUnreachable: (seconds: number) => onQuery?.('failed', seconds),
    onBreak: () => {
      breaks += 1;
    },
  };
  const db = open(createPostgresDialect(url, limits, clock, watch), onQuery);
  return { kind: 'postgresql', db, now, breaks: () => breaks, close: () => db.destroy() };
}

function open(dialect: Dialect, onQuery?: OnQuery): Kysely<Schema> {
  return onQuery === undefined ? new Kysely<Schema>({ dialect }) : openWatched<Schema>(dialect, onQuery);
}

// What lies beneath a StoreFault is what the operator can act on: refused, unknown database, no such host.
function getReason(error: unknown): string {
  const { message, cause }: { message?: unknown; cause?: unknown } = Object(error);
  const inner: { message?: unknown; code?: unknown } = Object(cause);
  return String(inner.message || inner.code || message).replace(/\.$/, '');
}
