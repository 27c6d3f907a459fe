import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isJson, type Json, Refusal } from '../result.ts';
import { type CappedAsset, type Caps, checkDay, type Spend } from './policy.ts';

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
  /** Of {@link nameCall}. */
  readonly key: string;
  readonly wallet: string;
  /** What counts against the caps of a day; undefined for calls without caps. */
  readonly spend: Spend | undefined;
};

/** The journal of all calls that were signed on this machine, on disk: it outlives the process. */
export type Attempts = {
  /**
   * Begins a call, or finds the attempt that the same call has made: of one key at most one is alive.
   *
   * Its spend counts at once against the day, so that no number of calls side by side exceeds it.
   *
   * @throws {Refusal} `IN_PROGRESS`, `DAY_LIMIT_REACHED`.
   */
  begin(call: Call, perDay: Caps): { readonly isNew: boolean; readonly attempt: Attempt };
  /**
   * Writes a signature before its bytes are sent. One that replaces a dead one names it.
   *
   * @throws {Refusal} `IN_PROGRESS` where another process has taken the call over; the bytes must not be sent then.
   */
  setSigned(id: number, signed: SignedAttempt, replaces?: string): void;
  /**
   * Counts the fees, rents and tips of a call against the day, before it is signed.
   *
   * @param costs - lamports.
   * @throws {Refusal} `DAY_LIMIT_REACHED`.
   */
  setCosts(id: number, costs: bigint, perDay: Caps): void;
  /** Notes that it has landed: the same call is answered from here. */
  setLanded(id: number): void;
  /** Removes an attempt that was given up before anything was signed. A signed one stays. */
  drop(id: number): void;
  /** Removes an attempt whose bytes the owner's node proves dead: it counts no more, and the call can be made anew. */
  removeDead(id: number): void;
  /** Lists the attempts of a wallet that were signed and may still land. */
  listOpen(wallet: string): readonly Attempt[];
  /** Asks the owner to approve a call. @param description - the call in words of this server. */
  askApproval(key: string, description: string): void;
  /** Lists the calls that wait for an approval. */
  listWaiting(): readonly { readonly key: string; readonly description: string }[];
  /** Approves a call that has asked. */
  approve(key: string): void;
  /** Uses up an approval, which holds for one signature. @returns whether there was one. */
  takeApproval(key: string): boolean;
  /** Returns the hash of the owner's secret; undefined before one is set. */
  readSecret(): string | undefined;
  /** Replaces the hash of the owner's secret. */
  setSecret(hash: string): void;
  close(): void;
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
  CREATE TABLE IF NOT EXISTS approvals (key TEXT PRIMARY KEY, description TEXT NOT NULL, approved_at INTEGER) STRICT;
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

/**
 * Opens the journal.
 *
 * @param path - of its file, which is created, readable by its owner only, where it is missing.
 * @throws where the file cannot be read or written: nothing is signed without it.
 */
export function openAttempts(path: string, now: () => number = Date.now): Attempts {
  // It holds signed bytes and the hash of a secret. SQLite gives its other files the mode of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec(SCHEMA);
  const find = db.prepare('SELECT * FROM attempts WHERE key = ?');
  const list = db.prepare('SELECT asset, base_units, costs FROM attempts WHERE wallet = ?');
  const sum = (wallet: string, asset: CappedAsset) => {
    const rows = list.all(wallet) as { asset: string | null; base_units: string; costs: string }[];
    return rows.reduce(
      (total, row) =>
        total +
        (row.asset === asset ? BigInt(row.base_units) : 0n) +
        (asset === 'SOL' ? BigInt(row.costs) : 0n),
      0n,
    );
  };
  const insert = db.prepare(
    'INSERT INTO attempts (key, wallet, pid, asset, base_units, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const begin = ({ key, wallet, spend }: Call, perDay: Caps) => {
    db.prepare('DELETE FROM attempts WHERE created_at <= ?').run(now() - DAY_MILLISECONDS);
    const known = find.get(key) as Row | undefined;
    if (known?.signed) return { isNew: false, attempt: toAttempt(known) };
    if (known !== undefined) {
      if (isRunning(known.pid) && known.created_at > now() - LEASE_MILLISECONDS)
        throw new Refusal('IN_PROGRESS', 'The same call is being signed. Ask again in a moment.', true);
      db.prepare('DELETE FROM attempts WHERE id = ?').run(known.id);
    }
    if (spend !== undefined) checkDay(perDay, spend, sum(wallet, spend.asset));
    const units = String(spend?.baseUnits ?? 0n);
    const row = insert.run(key, wallet, process.pid, spend?.asset ?? null, units, now());
    return { isNew: true, attempt: { id: Number(row.lastInsertRowid), signed: null, isLanded: false } };
  };
  return {
    begin: (call, perDay) => inTransaction(db, () => begin(call, perDay)),
    setSigned(id, signed, replaces) {
      const { changes } = db
        .prepare('UPDATE attempts SET signature = ?, signed = ? WHERE id = ? AND signature IS ?')
        .run(signed.signature, JSON.stringify(signed), id, replaces ?? null);
      if (changes === 0) throw takenOver();
    },
    setCosts: (id, costs, perDay) =>
      inTransaction(db, () => {
        const write = db.prepare('UPDATE attempts SET costs = ? WHERE id = ? RETURNING wallet');
        const row = write.get(String(costs), id);
        if (row === undefined) throw takenOver();
        checkDay(perDay, NOTHING, sum(String(row['wallet']), 'SOL'));
      }),
    setLanded: (id) => void db.prepare('UPDATE attempts SET is_landed = 1 WHERE id = ?').run(id),
    drop: (id) => void db.prepare('DELETE FROM attempts WHERE id = ? AND signature IS NULL').run(id),
    removeDead: (id) => void db.prepare('DELETE FROM attempts WHERE id = ? AND is_landed = 0').run(id),
    listOpen: (wallet) =>
      db
        .prepare('SELECT * FROM attempts WHERE wallet = ? AND signed IS NOT NULL AND is_landed = 0')
        .all(wallet)
        .map((row) => toAttempt(row as Row)),
    ...createApprovals(db, now),
    close: () => db.close(),
  };
}

/** What a check of the day adds when all of it is written down already. */
const NOTHING: Spend = { asset: 'SOL', baseUnits: 0n };

function takenOver(): Refusal {
  return new Refusal('IN_PROGRESS', 'Another process has taken this call over. Nothing was sent.', true);
}

type Row = {
  readonly id: number;
  readonly pid: number;
  readonly signed: string | null;
  readonly is_landed: number;
  readonly created_at: number;
};

function toAttempt({ id, signed, is_landed }: Row): Attempt {
  return { id, signed: signed === null ? null : JSON.parse(signed), isLanded: is_landed === 1 };
}

function createApprovals(db: DatabaseSync, now: () => number) {
  return {
    askApproval: (key: string, description: string) =>
      void db.prepare('INSERT OR REPLACE INTO approvals VALUES (?, ?, NULL)').run(key, description),
    listWaiting: () =>
      db.prepare('SELECT key, description FROM approvals WHERE approved_at IS NULL').all() as {
        key: string;
        description: string;
      }[],
    approve: (key: string) =>
      void db.prepare('UPDATE approvals SET approved_at = ? WHERE key = ?').run(now(), key),
    takeApproval: (key: string) => {
      const { changes } = db
        .prepare('DELETE FROM approvals WHERE key = ? AND approved_at > ?')
        .run(key, now() - DAY_MILLISECONDS);
      return Number(changes) > 0;
    },
    readSecret: () => {
      const row = db.prepare('SELECT secret FROM owner').get();
      return row === undefined ? undefined : String(row['secret']);
    },
    setSecret: (hash: string) => void db.prepare('INSERT OR REPLACE INTO owner VALUES (1, ?)').run(hash),
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
