import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isJson, type Json, Refusal } from '../result.ts';
import { type CappedAsset, type Caps, checkDay, type Spend } from './policy.ts';
import { SettingError } from './settings.ts';

/** A call that is being signed, or was signed and sent. */
export type Attempt = {
  readonly id: number;
  /** Null until the wallet has signed. */
  readonly signed: SignedAttempt | null;
  /** True if it is known to have landed. */
  readonly isLanded: boolean;
};

/** A signature, and all that is needed to send its bytes again. */
export type SignedAttempt = {
  /** Base58. */
  readonly signature: string;
  /** Integer text. */
  readonly lastValidBlockHeight: string;
  /** Height of the owner's node after which the bytes can land no more, as integer text; null where no node was asked. */
  readonly deadAfter: string | null;
  /** The body of the broadcast. */
  readonly broadcast: Json;
};

/** The call that an attempt belongs to. */
export type Call = {
  /** The name by {@link nameCall}. */
  readonly key: string;
  readonly wallet: string;
  /** The amount that counts against the caps of a day; undefined for calls without caps. */
  readonly spend: Spend | undefined;
};

const DAY_MILLISECONDS = 86_400_000;
/** An attempt that is unsigned by then is taken over even if its process number is alive: another process may have it now. */
const LEASE_MILLISECONDS = 600_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS attempts (
    -- Never used twice: a process that lost its attempt must not write into another one.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    wallet TEXT NOT NULL,
    pid INTEGER NOT NULL,
    asset TEXT,
    base_units TEXT NOT NULL,
    costs TEXT NOT NULL DEFAULT '0',
    signature TEXT,
    signed TEXT,
    is_landed INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS questions (
    key TEXT PRIMARY KEY,
    description TEXT NOT NULL,
    -- Of the question, then of its approval.
    dated_at INTEGER NOT NULL,
    is_approved INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS owner (id INTEGER PRIMARY KEY CHECK (id = 1), secret TEXT NOT NULL) STRICT;
`;

/**
 * Returns the identity of a call. The same tool with the same arguments is the same call, whatever their order and the
 * spelling of amounts.
 *
 * @param parts - what the call is of beside its arguments, such as the network and the wallet.
 */
export function nameCall(args: Json, ...parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([parts, sort(args)]))
    .digest('hex')
    .slice(0, 16);
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, AMOUNTS.includes(name) ? spell(each) : sort(each)]),
  );
}

const AMOUNTS: readonly string[] = ['amount', 'minReceive'];

/** Normalises an amount: 1.50 becomes 1.5. Other text is unchanged; the service refuses it. */
function spell(amount: unknown): unknown {
  const [, integer, fraction = ''] = /^(\d+)\.(\d+)$/.exec(String(amount)) ?? [];
  if (integer === undefined) return amount;
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? integer : `${integer}.${digits}`;
}

/** The journal of all calls that were signed on this machine, on disk: it outlives the process. */
export type Attempts = ReturnType<typeof openAttempts>;

/**
 * Opens the journal.
 *
 * @param path - of its file, which is created, readable by its owner only, where it is missing.
 * @throws {SettingError} where it is no journal, or cannot be written: nothing is signed without it. Each function throws
 *   {@link Refusal} `JOURNAL_UNAVAILABLE` where that happens later.
 */
export function openAttempts(path: string, now: () => number = Date.now) {
  const journal = openJournal(path);
  return { ...createCalls(journal, now), ...createApprovals(journal, now), close: journal.close };
}

/** The database of the journal. */
type Journal = {
  /** Writes. Returns how many rows it changed. */
  run(sql: string, ...values: readonly Value[]): number;
  all(sql: string, ...values: readonly Value[]): readonly Row[];
  transact<T>(work: () => T): T;
  close(): void;
};

type Value = string | number | null;
type Row = Readonly<Record<string, unknown>>;

function openJournal(path: string): Journal {
  try {
    // It holds signed bytes and the hash of a secret. SQLite gives its other files the mode of this one.
    if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
    const db = new DatabaseSync(path, { timeout: 5_000 });
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    db.exec(SCHEMA);
    return {
      run: (sql, ...values) => orRefuse(() => Number(db.prepare(sql).run(...values).changes)),
      all: (sql, ...values) => orRefuse(() => db.prepare(sql).all(...values)),
      transact: (work) => orRefuse(() => inTransaction(db, work)),
      close: () => db.close(),
    };
  } catch (error) {
    throw new SettingError(`STAKING_STATE: the journal ${path} cannot be used: ${Object(error).message}.`);
  }
}

function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (Object(error).code !== 'ERR_SQLITE_ERROR') throw error;
    const reason = Object(error).message;
    throw new Refusal('JOURNAL_UNAVAILABLE', `The journal cannot be used: ${reason}. Nothing was sent.`);
  }
}

/** Notes what is safe to lose: the same call finds it out again, and nothing hides what a call has come to. */
function tryTo(work: () => unknown): void {
  try {
    work();
  } catch {}
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      db.exec('ROLLBACK');
    } catch {
      // A full disk has ended it already.
    }
    throw error;
  }
}

function createCalls(journal: Journal, now: () => number) {
  const { run, all, transact } = journal;
  const list = (sql: string, ...values: readonly Value[]) =>
    all(`SELECT * FROM attempts WHERE signed IS NOT NULL AND ${sql}`, ...values).map(toAttempt);
  return {
    /**
     * Begins a call, or finds the attempt that the same call has signed: of one key at most one is alive.
     *
     * Its spend counts at once against the day, so that no number of calls side by side exceeds it.
     *
     * @throws {Refusal} `IN_PROGRESS`, `DAY_LIMIT_REACHED`.
     */
    begin: (call: Call, perDay: Caps) => transact(() => beginCall(journal, call, perDay, now())),
    /**
     * Writes a signature before its bytes are sent. One that replaces a dead one names it.
     *
     * @throws {Refusal} `IN_PROGRESS` where another process has taken the call over; the bytes must not be sent then.
     */
    setSigned(id: number, signed: SignedAttempt, replaces?: string): void {
      const { signature } = signed;
      const write = 'UPDATE attempts SET signature = ?, signed = ? WHERE id = ? AND signature IS ?';
      if (run(write, signature, JSON.stringify(signed), id, replaces ?? null) === 0) throw takenOver();
    },
    /** Counts fees, rents and tips, in lamports, before a signature. @throws {Refusal} `DAY_LIMIT_REACHED`. */
    setCosts: (id: number, costs: bigint, perDay: Caps): void =>
      transact(() => {
        const [row] = all('UPDATE attempts SET costs = ? WHERE id = ? RETURNING wallet', String(costs), id);
        if (row === undefined) throw takenOver();
        checkDay(perDay, NOTHING, sumDay(journal, String(row['wallet']), 'SOL'));
      }),
    /** Notes that it has landed: the same call is answered from here. */
    setLanded: (id: number) => tryTo(() => run('UPDATE attempts SET is_landed = 1 WHERE id = ?', id)),
    /** Removes an attempt that was given up before anything was signed. A signed one stays. */
    drop: (id: number) => tryTo(() => run('DELETE FROM attempts WHERE id = ? AND signature IS NULL', id)),
    /** Removes an attempt whose bytes the owner's node proves dead: it counts no more, and can be made anew. */
    removeDead: (id: number) => void run('DELETE FROM attempts WHERE id = ? AND is_landed = 0', id),
    /**
     * Ends an attempt that the owner's node proves failed: the lamports that it has spent count on. It can be made anew.
     *
     * @param spent - where the node does not show it, all costs of the attempt count.
     */
    setFailed: (id: number, spent: bigint | undefined) =>
      void run(
        `UPDATE attempts SET key = signature, base_units = '0', costs = COALESCE(?, costs), is_landed = 1
         WHERE id = ? AND is_landed = 0`,
        spent === undefined ? null : String(spent),
        id,
      ),
    /** Lists what was signed more than 24 hours ago by the clock, which may have jumped. */
    listAged: () => list('created_at <= ?', now() - DAY_MILLISECONDS),
    /** Removes an attempt whose day is over, landed or not. */
    forget: (id: number) => void run('DELETE FROM attempts WHERE id = ?', id),
    /** Lists the attempts of a wallet that were signed and may still land. */
    listOpen: (wallet: string) => list('wallet = ? AND is_landed = 0', wallet),
  };
}

function beginCall(journal: Journal, { key, wallet, spend }: Call, perDay: Caps, time: number): Attempt {
  const { run, all } = journal;
  // Unsigned, it has paid for nothing, and its process can sign it no more.
  run('DELETE FROM attempts WHERE signed IS NULL AND created_at <= ?', time - DAY_MILLISECONDS);
  run('DELETE FROM questions WHERE dated_at <= ?', time - DAY_MILLISECONDS);
  const [known] = all('SELECT * FROM attempts WHERE key = ?', key);
  if (known?.['signed']) return toAttempt(known);
  if (known !== undefined) {
    const isLeased = Number(known['created_at']) > time - LEASE_MILLISECONDS;
    if (isLeased && isRunning(Number(known['pid'])))
      throw new Refusal('IN_PROGRESS', 'The same call is being signed. Ask again in a moment.');
    run('DELETE FROM attempts WHERE id = ?', Number(known['id']));
  }
  if (spend !== undefined) checkDay(perDay, spend, sumDay(journal, wallet, spend.asset));
  const [row = {}] = all(
    'INSERT INTO attempts (key, wallet, pid, asset, base_units, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING *',
    key,
    wallet,
    process.pid,
    spend?.asset ?? null,
    String(spend?.baseUnits ?? 0n),
    time,
  );
  return toAttempt(row);
}

/** Sums what a wallet has put in within its day; fees and rents count as SOL. */
function sumDay({ all }: Journal, wallet: string, asset: CappedAsset): bigint {
  const rows = all('SELECT asset, base_units, costs FROM attempts WHERE wallet = ?', wallet);
  return rows.reduce((total, row) => {
    const spent = row['asset'] === asset ? BigInt(String(row['base_units'])) : 0n;
    return total + spent + (asset === 'SOL' ? BigInt(String(row['costs'])) : 0n);
  }, 0n);
}

/** The addition of a check of the day when all of it is written down already. */
const NOTHING: Spend = { asset: 'SOL', baseUnits: 0n };

function takenOver(): Refusal {
  return new Refusal('IN_PROGRESS', 'Another process has taken this call over. Nothing was sent.');
}

function toAttempt({ id, signed, is_landed }: Row): Attempt {
  return {
    id: Number(id),
    signed: typeof signed === 'string' ? JSON.parse(signed) : null,
    isLanded: is_landed === 1,
  };
}

function createApprovals({ run, all }: Journal, now: () => number) {
  return {
    /** Asks the owner to approve a call, described in words of this server. */
    askApproval: (key: string, description: string) =>
      void run('INSERT OR REPLACE INTO questions VALUES (?, ?, ?, 0)', key, description, now()),
    /** Lists the calls that wait for an approval, which they do for 24 hours. */
    listWaiting: () =>
      all(
        'SELECT key, description FROM questions WHERE is_approved = 0 AND dated_at > ?',
        now() - DAY_MILLISECONDS,
      ).map(({ key, description }) => ({ key: String(key), description: String(description) })),
    approve: (key: string) =>
      void run('UPDATE questions SET is_approved = 1, dated_at = ? WHERE key = ?', now(), key),
    /** Uses up an approval, which holds for one signature; false where there is none. */
    takeApproval: (key: string) =>
      run(
        'DELETE FROM questions WHERE key = ? AND is_approved = 1 AND dated_at > ?',
        key,
        now() - DAY_MILLISECONDS,
      ) > 0,
    /** Returns the hash of the owner's secret; undefined before one is set. */
    readSecret: () => {
      const [row] = all('SELECT secret FROM owner');
      return row === undefined ? undefined : String(row['secret']);
    },
    setSecret: (hash: string) => void run('INSERT OR REPLACE INTO owner VALUES (1, ?)', hash),
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}
