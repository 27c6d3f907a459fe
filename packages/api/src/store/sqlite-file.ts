import { chmodSync, existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** One statement, alone or inside the transaction that is open. */
export type Statement = { readonly sql: string; readonly parameters: readonly SQLInputValue[] };

/** The result of a statement, or the reason why there is none. */
export type StatementResult =
  | { readonly rows: readonly Record<string, unknown>[]; readonly changes: number }
  | { readonly fault: SqliteError };

/** An error of SQLite that crosses threads. */
export type SqliteError = { readonly message: string; readonly code: number };

/** A database file, open in this thread. */
export type SqliteFile = { run(statement: Statement): StatementResult; close(): void };

/** How long another process may keep the file locked while it is opened, milliseconds. */
const OPEN_MILLISECONDS = 10_000;
/** Statements kept prepared. Those of the request path are few; the rest is the operator's. */
const PREPARED_LIMIT = 200;
/** Pages of the log before they are moved into the file; moving costs the same however many there are. */
const CHECKPOINT_PAGES = 4_000;

/**
 * Opens a database file, or makes it.
 *
 * @param prepare - adds what its statements may use.
 * @throws {Error} when it is not a database, is damaged, or cannot be written to.
 */
export function openSqliteFile(
  path: string,
  prepare: (database: DatabaseSync) => void = () => undefined,
): SqliteFile {
  const database = new DatabaseSync(path, { timeout: OPEN_MILLISECONDS, enableForeignKeyConstraints: true });
  try {
    enterWalMode(database);
    // A commit is on the disk before it is answered: power may fail a moment later.
    database.exec(`PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const [check] = database.prepare('PRAGMA quick_check(1)').all();
    if (check?.['quick_check'] !== 'ok') throw new Error(String(check?.['quick_check']));
    prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const run = createRunner(database);
  const isMoved = watchPath(path);
  return {
    // A transaction that has begun ends as it must.
    run: (statement) => (!database.isTransaction && isMoved() ? { fault: MOVED } : run(statement)),
    close: () => database.close(),
  };
}

// SQLite itself goes on with a file that was deleted: what it answered would be gone with the process.
function watchPath(path: string): () => boolean {
  const { dev, ino } = statSync(path, { bigint: true });
  return () => {
    try {
      const now = statSync(path, { bigint: true });
      return now.ino !== ino || now.dev !== dev;
    } catch {
      return true;
    }
  };
}

type Prepared = { readonly statement: StatementSync; readonly hasRows: boolean };

function createRunner(database: DatabaseSync): (statement: Statement) => StatementResult {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= PREPARED_LIMIT) prepared.clear();
    const statement = database.prepare(sql);
    const fresh = { statement, hasRows: statement.columns().length > 0 };
    prepared.set(sql, fresh);
    return fresh;
  };
  return ({ sql, parameters }) => {
    try {
      const { statement, hasRows } = prepare(sql);
      if (!hasRows) return { rows: [], changes: Number(statement.run(...parameters).changes) };
      const rows = statement.all(...parameters);
      return { rows, changes: rows.length };
    } catch (error) {
      return { fault: toSqliteError(error) };
    }
  };
}

// Entering is done under a lock that SQLite does not wait for, and another process may be entering too.
function enterWalMode(database: DatabaseSync): void {
  const until = performance.now() + OPEN_MILLISECONDS;
  for (;;) {
    try {
      const [mode] = database.prepare('PRAGMA journal_mode = WAL').all();
      if (mode?.['journal_mode'] === 'wal') return;
      throw new Error('The file system of the database cannot keep a write-ahead log.');
    } catch (error) {
      if (toSqliteError(error).code !== SQLITE_BUSY || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const MOVED: SqliteError = { message: 'The database file was moved or deleted.', code: SQLITE_READONLY };

function toSqliteError(error: unknown): SqliteError {
  const {
    message,
    errcode,
    code,
  }: {
    message?: unknown;
    errcode?: unknown;
    code?: unknown;
  } = Object(error);
  const number = typeof errcode === 'number' ? errcode : code;
  return { message: String(message), code: typeof number === 'number' ? number & 0xff : 0 };
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Creates a database file that only its owner can read, or checks the existing one.
 *
 * It holds answers with valid tokens. A new file appears under its name only when complete, so an empty file was truncated.
 *
 * @throws {Error} for an empty file, which may have lost its data.
 */
export function prepareSqliteFile(path: string): void {
  if (!existsSync(path)) createFile(path);
  if (statSync(path).size === 0) {
    throw new Error('it has 0 bytes, which is no database that the service made. To begin anew, remove it');
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const { mode } = statSync(file, { throwIfNoEntry: false }) ?? { mode: 0 };
    if ((mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY);
  }
}

function createFile(path: string): void {
  const draft = `${path}-new-${process.pid}-${performance.now()}`;
  try {
    const database = new DatabaseSync(draft);
    chmodSync(draft, OWNER_ONLY);
    // The first thing written is the kind of the log; with it the file has its first page.
    database.exec('PRAGMA journal_mode = WAL');
    database.close();
    linkSync(draft, path);
  } catch (error) {
    // Somebody else has made it meanwhile.
    if (Object(error).code !== 'EEXIST') throw error;
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  }
}
