import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { StoreFault } from '../../api/src/problems/faults.ts';
import { createMigrations } from '../../api/src/store/migrations.ts';
import type { Store } from '../../api/src/store/open.ts';
import type { Schema } from '../../api/src/store/schema.ts';
import type { Dice } from './dice.ts';
import type { OwnClock } from './scheduler.ts';

/** What is wrong with the database. */
export type StoreFaults = {
  /** Replicas by number that do not reach it. */
  readonly away: Set<number>;
  /** Nobody can write; or nobody can write what needs room. */
  cannot: 'nothing' | 'write' | 'grow';
  /** Milliseconds that a statement takes longer. */
  slow: number;
  /** Milliseconds that its clock is ahead. */
  ahead: number;
};

/** One database that replicas share. */
export type SimulatedStore = {
  readonly faults: StoreFaults;
  /** Whether its tables have columns that this version does not know. */
  readonly isOfNextVersion: boolean;
  /** A connection of one replica, by its clock. */
  connect(replica: number, clock: OwnClock): Store;
  /** Begins an older copy: what is written from now on gets lost, or is kept after all. Not while another one is. */
  beginCopy(): boolean;
  /** Puts the older copy in its place. */
  setBack(): void;
  /** Reads or writes at once, as whoever sees all. */
  look(text: string, ...values: readonly (string | number)[]): readonly Row[];
  /** Lists forms that have come to no end. */
  listOpen(): readonly Row[];
  /** Hashes a trace, every row, and what landed. */
  hash(trace: readonly string[], landed: readonly string[]): string;
  close(): void;
};

type Row = Readonly<Record<string, unknown>>;

/** Referral codes that are in it. */
export const CODES = ['ALPHA', 'BRAVO'] as const;

const NOW = sql<number>`cast(simulated_now() as integer)`;
/** What a lock is waited for, and what the service gives a statement and the first one of a transaction. */
const LOCK_MILLISECONDS = 300;
const STATEMENT_MILLISECONDS = 2_000;
const GROWS = /^\s*(?:insert|update)/i;
const WRITES = /^\s*(?:insert|update|delete)/i;

/**
 * Makes a database in memory with nothing but referral codes; every query takes a millisecond or two.
 *
 * @param added - statements by which a next version has changed the schema.
 */
export async function createSimulatedStore(world: OwnClock, dice: Dice, added = ''): Promise<SimulatedStore> {
  const faults: StoreFaults = { away: new Set(), cannot: 'nothing', slow: 0, ahead: 0 };
  const pool = EMPTIED.get(added) ?? [];
  EMPTIED.set(added, pool);
  const emptied = pool.pop() ?? openEmpty((await readSchema()) + added);
  const { database, execute, prepare } = emptied;
  emptied.now = () => world.now() + faults.ahead;
  // Nobody else reads it: one transaction for all that is done spares each statement its own.
  database.exec('begin');
  const look = (text: string, ...values: readonly (string | number)[]): readonly Row[] =>
    prepare(text).statement.all(...values);
  for (const code of CODES)
    look('insert into referral_codes (code, wallet, created_at) values (?, ?, 0)', code, `wallet of ${code}`);
  const parts: StoreParts = { world, dice, faults, execute, exec: (text) => database.exec(text), losses: 0 };
  let isCopied = false;
  return {
    faults,
    isOfNextVersion: added !== '',
    beginCopy() {
      if (isCopied) return false;
      isCopied = true;
      database.exec('savepoint copy');
      return true;
    },
    setBack() {
      isCopied = false;
      database.exec('rollback to copy; release copy');
      parts.losses += 1;
    },
    connect(replica, clock) {
      const { breaks, takeovers, connection } = createConnection(replica, clock, parts);
      // Its statements are prepared as those of SQLite are; what only the one process of a file may do is not done.
      const db = open(connection);
      return { kind: 'sqlite', db, now: NOW, breaks, takeovers, close: async () => undefined };
    },
    look,
    listOpen: () => look("select * from forms where state not in ('offered', 'closed', 'landed', 'failed')"),
    hash(trace, landed) {
      const hash = createHash('sha256').update(trace.join('\n'));
      for (const table of ['builds', 'forms', 'keys', 'attributions'])
        hash.update(JSON.stringify(look(`select * from ${table} order by 1`)));
      return hash.update(landed.join('')).digest('hex');
    },
    close() {
      database.exec('rollback');
      pool.push(emptied);
    },
  };
}

type Emptied = Executor & { readonly database: DatabaseSync; now: () => number };
/**
 * Databases of histories that have ended, by what a next version has added: to make one, and to prepare its statements,
 * takes longer than to empty it.
 */
const EMPTIED = new Map<string, Emptied[]>();

function openEmpty(schema: string): Emptied {
  const database = new DatabaseSync(':memory:');
  const made: Emptied = { database, ...createExecutor(database), now: () => 0 };
  database.function('simulated_now', () => made.now());
  database.exec(schema);
  return made;
}

type Execute = (query: CompiledQuery) => object;
type Prepared = {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
  /** Finds nothing where the statement would find nothing. */
  readonly guard: StatementSync | undefined;
};
type Executor = { readonly execute: Execute; readonly prepare: (text: string) => Prepared };
type StoreParts = {
  readonly world: OwnClock;
  readonly dice: Dice;
  readonly faults: StoreFaults;
  readonly execute: Execute;
  readonly exec: (text: string) => void;
  /** How often an older copy took its place. */
  losses: number;
};

/** One connection; within a transaction its statements take no time, and nothing of another one comes between them. */
type Connection = {
  run(query: CompiledQuery): Promise<QueryResult<never>>;
  begin(): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
};

/** What a way to the database and back may meet. */
function createWay(replica: number, clock: OwnClock, parts: StoreParts) {
  const { dice, faults } = parts;
  // The store may have lost rows before the process started.
  let breaks = 1;
  let losses = parts.losses;
  /** A connection to the database that took the place of another one is a new one. */
  const arrive = () => {
    if (losses === parts.losses) return;
    losses = parts.losses;
    breaks += 1;
  };
  const lose = () => {
    breaks += 1;
    return new StoreFault('away', undefined);
  };
  const delay = () => 1 + Math.floor(faults.slow * dice.fraction());
  /** Fails after what the service gives a statement, unless it is answered before. */
  const limit = (reject: (fault: StoreFault) => void) => {
    if (faults.slow === 0) return { isLate: false, cancel: () => undefined };
    const limited = { isLate: false, cancel: () => timer.cancel() };
    const timer = clock.after(STATEMENT_MILLISECONDS, () => {
      limited.isLate = true;
      reject(new StoreFault('slow', undefined));
    });
    return limited;
  };
  return {
    breaks: () => breaks,
    takeovers: () => losses,
    arrive,
    lose,
    delay,
    limit,
    isAway: () => faults.away.has(replica),
  };
}

function createConnection(
  replica: number,
  clock: OwnClock,
  parts: StoreParts,
): { readonly breaks: () => number; readonly takeovers: () => number; readonly connection: Connection } {
  const { world, dice, faults, execute, exec } = parts;
  const { breaks, takeovers, arrive, lose, delay, limit, isAway } = createWay(replica, clock, parts);
  let isInside = false;
  const ask = (query: CompiledQuery): Promise<QueryResult<never>> => {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<never>>();
    if (!clock.leave()) return promise;
    // A process that dies takes some statements along, and leaves others to be done.
    const diesAlong = dice.chance(0.5);
    const limited = limit(reject);
    world.after(delay(), () => {
      const isLost = limited.isLate || isAway() || (diesAlong && !clock.isAlive());
      if (!isLost) arrive();
      const refusal = refuse(query.sql, faults);
      const result = isLost || refusal ? undefined : attempt(() => execute(query));
      clock.after(refusal === 'locked' ? LOCK_MILLISECONDS : delay(), () => {
        limited.cancel();
        // Where only the answer is lost, the statement has run all the same.
        if (isLost || isAway()) reject(lose());
        else if (refusal) reject(new StoreFault(refusal, undefined));
        else resolve(result as Promise<QueryResult<never>>);
      });
    });
    return promise;
  };
  const askInside = (query: CompiledQuery): QueryResult<never> => {
    const refusal = refuse(query.sql, faults);
    if (refusal === undefined) return execute(query) as QueryResult<never>;
    throw new StoreFault(refusal, undefined);
  };
  const connection: Connection = {
    run: async (query) => (isInside ? askInside(query) : await ask(query)),
    // What follows until the end belongs to this event: its process may die before it or after it.
    begin() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (!clock.leave()) return promise;
      const limited = limit(reject);
      const isLocked = faults.cannot === 'write';
      clock.after(isLocked ? LOCK_MILLISECONDS : delay(), () => {
        limited.cancel();
        if (limited.isLate) return;
        if (isAway()) return reject(lose());
        if (isLocked) return reject(new StoreFault('locked', undefined));
        arrive();
        exec('savepoint inside');
        isInside = true;
        resolve();
      });
      return promise;
    },
    end(how) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      // What failed on its way here was rolled back then.
      if (!isInside) return Promise.resolve();
      exec(how === 'commit' ? 'release inside' : 'rollback to inside; release inside');
      isInside = false;
      const limited = limit(reject);
      clock.after(delay(), () => {
        limited.cancel();
        if (isAway()) reject(lose());
        else resolve();
      });
      return promise;
    },
  };
  return { breaks, takeovers, connection };
}

/** Keeps an error, of a constraint for example, for the process that asked, if it still lives. */
function attempt<Result>(work: () => Result): Promise<Result> {
  const result = Promise.try(work);
  result.catch(() => undefined);
  return result;
}

function refuse(text: string, { cannot }: StoreFaults): 'locked' | 'full' | undefined {
  if (cannot === 'write' && WRITES.test(text)) return 'locked';
  return cannot === 'grow' && GROWS.test(text) ? 'full' : undefined;
}

/**
 * What every replica says every second or two, mostly in vain, and what finds out that it changes nothing: such a statement
 * makes tables of its own first, and a quarter of a short history went into that.
 */
const GUARDS: readonly (readonly [statement: RegExp, guard: string])[] = [
  [
    /^update "forms" set "due_at" = .* returning /,
    'select 1 from forms where due_at <= cast(simulated_now() as integer) limit 1',
  ],
];

function createExecutor(database: DatabaseSync): Executor {
  const prepared = new Map<string, Prepared>();
  const prepare = (text: string) => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const statement = database.prepare(text);
    const [, guard] = GUARDS.find(([statement]) => statement.test(text)) ?? [];
    const one = {
      statement,
      hasRows: statement.columns().length > 0,
      guard: guard === undefined ? undefined : database.prepare(guard),
    };
    prepared.set(text, one);
    return one;
  };
  const execute: Execute = ({ sql: text, parameters }) => {
    const { statement, hasRows, guard } = prepare(text);
    const values = parameters as SQLInputValue[];
    if (guard !== undefined && guard.get() === undefined) return { rows: [], numAffectedRows: 0n };
    if (hasRows) return { rows: statement.all(...values) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  };
  return { execute, prepare };
}

/** Opens it as the service does. */
function open({ run, begin, end }: Connection): Kysely<Schema> {
  const opened: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) => run(query) as Promise<QueryResult<Row>>,
    // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing is streamed.
    async *streamQuery() {
      throw new Error('not streamed');
    },
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PooledSqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => opened,
        beginTransaction: begin,
        commitTransaction: () => end('commit'),
        rollbackTransaction: () => end('rollback'),
        releaseConnection: async () => undefined,
        destroy: async () => undefined,
      }),
    },
  });
}

/** Statements of one replica wait for no other of it, as on connections of a pool. */
class PooledSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

let schema: Promise<string> | undefined;

/** The schema that the service's own migrations make, as SQL. */
function readSchema(): Promise<string> {
  schema ??= migrate();
  return schema;
}

async function migrate(): Promise<string> {
  const database = new DatabaseSync(':memory:');
  const { execute } = createExecutor(database);
  const done = async () => undefined;
  const run = async (query: CompiledQuery) => execute(query) as QueryResult<never>;
  const db = open({ run, begin: done, end: done }) as unknown as Kysely<never>;
  for (const { up } of Object.values(createMigrations('sqlite'))) await up(db);
  const made = database
    .prepare(
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid",
    )
    .all();
  database.close();
  return made.map((row) => `${row['sql']};`).join('\n');
}
