import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { isJson, type Json, Refusal } from '../result.ts';
import { type Caps, checkDay, type Spend } from './policy.ts';

/** A call that was, or is being, signed and sent. */
export type Attempt = {
  readonly id: number;
  /** Base58; null until the wallet has signed. */
  readonly signature: string | null;
  /** Integer text; null until the wallet has signed. */
  readonly lastValidBlockHeight: string | null;
  /** Height of the owner's node after which it can land no more, as integer text; null where no node was asked. */
  readonly deadAfter: string | null;
  /** True if it is known to have landed, whatever is said of it later. */
  readonly isLanded: boolean;
};

/** What was signed here, on disk: it outlives the process. */
export type Attempts = {
  /**
   * Begins a call, or finds what became of the same one: of one key at most one is alive.
   *
   * What goes in counts at once against the day, so that no number of calls side by side exceeds it.
   *
   * @throws {Refusal} `IN_PROGRESS`, `DAY_LIMIT_REACHED`.
   */
  begin(
    key: string,
    spend: Spend | undefined,
    perDay: Caps,
  ): { readonly isNew: boolean; readonly attempt: Attempt };
  /** Written before anything is sent. A new signature takes the place of a dead one. */
  setSigned(
    id: number,
    signed: Pick<Attempt, 'lastValidBlockHeight' | 'deadAfter'> & { readonly signature: string },
  ): void;
  /** It has landed: the same call is answered from here. */
  setLanded(id: number): void;
  /** Given up before anything was signed: it counts no more. What was signed stays. */
  drop(id: number): void;
  /**
   * What was signed is dead, as the owner's node says: the same call can be made anew. It goes on to count against the day.
   */
  retire(id: number): void;
  /** Asks a person to approve a call. @param description - what it does, in words of this server. */
  askApproval(key: string, description: string): void;
  /** A person approves a call. @returns what was approved; undefined where nobody asked. */
  approve(key: string): string | undefined;
  /** Whether a person has approved the call; an approval holds for one signature. */
  takeApproval(key: string): boolean;
  close(): void;
};

const DAY_MILLISECONDS = 86_400_000;
/** What is neither signed nor given up by then belongs to a process that is gone, whose number another one has now. */
const LEASE_MILLISECONDS = 600_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS attempts (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    pid INTEGER NOT NULL,
    asset TEXT,
    base_units TEXT NOT NULL,
    signature TEXT,
    last_valid_block_height TEXT,
    dead_after TEXT,
    is_landed INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS approvals (key TEXT PRIMARY KEY, description TEXT NOT NULL, approved_at INTEGER) STRICT;
`;

/**
 * Returns the identity of a call. The same tool with the same arguments is the same call, whatever their order and the
 * spelling of amounts.
 */
export function nameCall(tool: string, args: Json): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, sort(args)]))
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

/**
 * Opens the database of signed calls.
 *
 * @param path - of its file, which is made where there is none.
 */
export function openAttempts(path: string, now: () => number = Date.now): Attempts {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec(SCHEMA);
  const find = db.prepare(
    'SELECT id, pid, signature, last_valid_block_height AS lastValidBlockHeight, dead_after AS deadAfter, is_landed AS isLanded, created_at AS createdAt FROM attempts WHERE key = ?',
  );
  const insert = db.prepare(
    'INSERT INTO attempts (key, pid, asset, base_units, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM attempts WHERE id = ?');
  const forget = db.prepare('DELETE FROM attempts WHERE created_at <= ?');
  const list = db.prepare('SELECT base_units AS baseUnits FROM attempts WHERE asset = ?');
  const sign = db.prepare(
    'UPDATE attempts SET signature = ?, last_valid_block_height = ?, dead_after = ? WHERE id = ?',
  );
  const begin = (key: string, spend: Spend | undefined, perDay: Caps) => {
    forget.run(now() - DAY_MILLISECONDS);
    const known = find.get(key) as
      | (Attempt & { readonly pid: number; readonly createdAt: number })
      | undefined;
    if (known?.signature) return { isNew: false, attempt: { ...known, isLanded: Boolean(known.isLanded) } };
    if (known !== undefined) {
      const isAlive = isRunning(known.pid) && known.createdAt > now() - LEASE_MILLISECONDS;
      if (isAlive)
        throw new Refusal('IN_PROGRESS', 'The same call is being signed. Ask again in a moment.', true);
      remove.run(known.id);
    }
    if (spend !== undefined) {
      const rows = list.all(spend.asset) as { baseUnits: string }[];
      checkDay(
        perDay,
        spend,
        rows.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n),
      );
    }
    const { lastInsertRowid } = insert.run(
      key,
      process.pid,
      spend?.asset ?? null,
      String(spend?.baseUnits ?? 0n),
      now(),
    );
    return {
      isNew: true,
      attempt: {
        id: Number(lastInsertRowid),
        signature: null,
        lastValidBlockHeight: null,
        deadAfter: null,
        isLanded: false,
      },
    };
  };
  return {
    begin: (key, spend, perDay) => inTransaction(db, () => begin(key, spend, perDay)),
    setSigned: (id, { signature, lastValidBlockHeight, deadAfter }) =>
      void sign.run(signature, lastValidBlockHeight, deadAfter, id),
    setLanded: (id) => void db.prepare('UPDATE attempts SET is_landed = 1 WHERE id = ?').run(id),
    drop: (id) => void db.prepare('DELETE FROM attempts WHERE id = ? AND signature IS NULL').run(id),
    retire: (id) => void db.prepare("UPDATE attempts SET key = key || '/' || id WHERE id = ?").run(id),
    ...createApprovals(db, now),
    close: () => db.close(),
  };
}

function createApprovals(db: DatabaseSync, now: () => number) {
  return {
    askApproval: (key: string, description: string) =>
      void db.prepare('INSERT OR REPLACE INTO approvals VALUES (?, ?, NULL)').run(key, description),
    approve(key: string) {
      const row = db
        .prepare('UPDATE approvals SET approved_at = ? WHERE key = ? RETURNING description')
        .get(now(), key);
      return row === undefined ? undefined : String(row['description']);
    },
    takeApproval: (key: string) => {
      const { changes } = db
        .prepare('DELETE FROM approvals WHERE key = ? AND approved_at > ?')
        .run(key, now() - DAY_MILLISECONDS);
      return Number(changes) > 0;
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
