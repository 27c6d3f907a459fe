import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type RawBuilder, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type Clock, SYSTEM_CLOCK } from '../runtime/clock.ts';
import { limitDialect, MIGRATION_LIMITS, type OnQuery, REQUEST_LIMITS, type StoreLimits } from './driver.ts';
import { createMigrations, type StoreKind } from './migrations.ts';
import { createPostgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { createSqliteDialect, type SqliteThread, startSqliteThread } from './sqlite.ts';
import { prepareSqliteFile } from './sqlite-file.ts';

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
  /**
   * Counts the servers that this process has met within ten minutes of their taking over from another one. The newest rows of
   * the other one may be gone; 0 for a file.
   */
  takeovers(): number;
  close(): Promise<void>;
};

export type StoreOptions = {
  /** Told of every statement, how it ended and how long it took. */
  readonly onQuery?: OnQuery | undefined;
  /** The database's time in place of its own clock, in SQL: milliseconds since the epoch. */
  readonly now?: RawBuilder<number> | undefined;
  /** Opens a database file; in a thread of its own unless given. */
  readonly openFile?: ((path: string) => Promise<SqliteThread>) | undefined;
  /** The clock of time limits; the machine's unless given. */
  readonly clock?: Clock | undefined;
  /** How long the database may keep a request waiting; {@link REQUEST_LIMITS} unless given. */
  readonly limits?: StoreLimits | undefined;
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
  let thread: SqliteThread | undefined;
  try {
    mkdirSync(dataDirectory, { recursive: true });
    prepareSqliteFile(path);
    const opened = await openFile(path);
    thread = opened;
    const open = (own: StoreLimits, told?: OnQuery) => {
      const ofFile = { ...own, connection: own.statement };
      return new Kysely<Schema>({
        dialect: limitDialect(createSqliteDialect(opened), ofFile, { clock, onQuery: told }),
      });
    };
    const migrating = open({ ...MIGRATION_LIMITS, statement: 2 * MIGRATION_MILLISECONDS });
    await sql`pragma busy_timeout = ${sql.lit(MIGRATION_MILLISECONDS)}`.execute(migrating);
    await migrateToLatest(migrating, 'sqlite');
    await sql`pragma busy_timeout = ${sql.lit(limits.lock)}`.execute(migrating);
    const db = open(limits, onQuery);
    const close = once(async () => {
      await db.destroy();
      await opened.close();
    });
    return { kind: 'sqlite', db, now, breaks: () => 0, takeovers: () => 0, close };
  } catch (error) {
    await thread?.close();
    throw new StoreOpenError(
      `The database file ${path} cannot be used: ${getReason(error)}. Nothing was changed; put a sound copy in its place.`,
      { cause: error },
    );
  }
}

async function openPostgres(
  url: string,
  { onQuery, now = POSTGRES_NOW, limits = REQUEST_LIMITS, clock = SYSTEM_CLOCK }: StoreOptions,
): Promise<Store> {
  let breaks = 0;
  let takeovers = 0;
  const onBreak = () => {
    breaks += 1;
  };
  const onTakeover = () => {
    takeovers += 1;
  };
  const open = (own: StoreLimits, told?: OnQuery) => {
    const dialect = createPostgresDialect(url, own, clock, { onBreak, onTakeover });
    return new Kysely<Schema>({ dialect: limitDialect(dialect, own, { clock, onQuery: told, onBreak }) });
  };
  const migrating = open(MIGRATION_LIMITS);
  try {
    await migrateToLatest(migrating, 'postgresql');
  } catch (error) {
    throw new StoreOpenError(`The database of DATABASE_URL cannot be used: ${getReason(error)}.`, {
      cause: error,
    });
  } finally {
    await migrating.destroy();
  }
  // The start is the first; what broke while the schema was migrated is from before it.
  breaks = 1;
  const db = open(limits, onQuery);
  return {
    kind: 'postgresql',
    db,
    now,
    breaks: () => breaks,
    takeovers: () => takeovers,
    close: once(() => db.destroy()),
  };
}

/** Closes once, however often it is asked to. */
function once(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
}

// What lies beneath a StoreFault is what the operator can act on: refused, unknown database, no such host.
function getReason(error: unknown): string {
  const { message, cause }: { message?: unknown; cause?: unknown } = Object(error);
  const inner: { message?: unknown; code?: unknown } = Object(cause);
  return String(inner.message || inner.code || message).replace(/\.$/, '');
}

const TABLES = Object.keys({
  partners: true,
  referral_codes: true,
  attributions: true,
  apy_captures: true,
  builds: true,
  forms: true,
  keys: true,
  stops: true,
  audit_log: true,
  value_limits: true,
} satisfies Record<keyof Schema, true>);

/**
 * Selects no rows from every table, in one statement: a query without tables would succeed on an empty database that
 * replaced ours.
 *
 * @throws {StoreFault} when the store is away, a table is missing, or may not be read.
 */
export async function readSchema({ db }: Store): Promise<void> {
  const tables = sql.join(TABLES.map((name) => sql.table(name)));
  await sql`select 1 from ${tables} where false`.execute(db);
}

/**
 * Brings the schema up to date in one transaction; several processes may do so at once, one after the other.
 *
 * @param db - with a long query timeout, because another process may be migrating.
 * @throws {Error} when a migration fails, or the database has one that this version does not know.
 */
async function migrateToLatest(db: Kysely<Schema>, kind: StoreKind): Promise<void> {
  const provider = { getMigrations: async () => createMigrations(kind) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
