import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import { StoreFault } from '../../problems/store-fault.ts';
import { type Clock, within } from '../../runtime/clock.ts';
import { createTurns, type TakeTurn } from '../../runtime/loop.ts';
import type { SqliteError, Statement, StatementResult } from './sqlite-file.ts';
import type { SqliteThread } from './sqlite-thread.ts';

/** How long a statement may take; mutable, because migrations wait for another process's. */
export type SqliteLimit = { milliseconds: number; readonly clock: Clock };

/** The statements of a few turns of the event loop. */
type Batch = {
  readonly statements: Statement[];
  readonly done: PromiseWithResolvers<readonly StatementResult[]>;
  /** In time, or they fail. */
  readonly results: Promise<readonly StatementResult[]>;
};

/**
 * Kysely's driver over the thread that has the file open.
 *
 * Queries of a few turns of the event loop, and those that come while the thread is busy, share one commit. A transaction has
 * the thread to itself until it ends.
 *
 * @param limit - milliseconds after which a waiting query fails with `StoreFault`: a hanging disk blocks the thread, but no
 *   request.
 */
export function createSqliteDriver(thread: SqliteThread, limit: SqliteLimit): Driver {
  // Whoever uses the thread takes a turn: a group of queries, or a whole transaction.
  const takeTurn = createTurns();
  const { runGrouped, close } = createGroups(thread, takeTurn, limit);
  // One after the other: the end of a transaction may be due while a statement of it hangs.
  const inTransaction = createTurns();
  const runAlone = (statement: Statement): Promise<StatementResult> =>
    inTransaction(async () => {
      const [result] = await thread.run('each', [statement]);
      return result as StatementResult;
    });

  return {
    init: async () => undefined,
    acquireConnection: async () => new SqliteConnection(runGrouped, limit),
    async beginTransaction(connection) {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      let isLate = false;
      takeTurn(async () => {
        if (isLate) return;
        const result = await runAlone(command('BEGIN IMMEDIATE'));
        if ('fault' in result) return begun.reject(toError(result.fault));
        // Nobody waits for it any more.
        if (isLate) return void (await runAlone(command('ROLLBACK')));
        begun.resolve();
        await ended.promise;
      }).catch(begun.reject);
      await inTime(limit, begun.promise, () => {
        isLate = true;
      });
      requireOwn(connection).enter(runAlone, ended.resolve);
    },
    commitTransaction: (connection) => requireOwn(connection).commit(),
    rollbackTransaction: (connection) => requireOwn(connection).rollBack(),
    releaseConnection: async () => undefined,
    async destroy() {
      close();
      await takeTurn(() => thread.close());
    },
  };
}

/** Gathers the queries of a few turns of the event loop, and those that come while the thread is busy, to one commit. */
function createGroups(
  thread: SqliteThread,
  takeTurn: TakeTurn,
  limit: SqliteLimit,
): { readonly runGrouped: Run; readonly close: () => void } {
  let group: Batch[] = [];
  let batch: Batch | undefined;
  let isClosed = false;
  const flush = async () => {
    if (group.length === 0) return;
    const batches = group;
    group = [];
    batch = undefined;
    const results = await thread.run(
      'grouped',
      batches.flatMap(({ statements }) => statements),
    );
    let at = 0;
    for (const { statements, done } of batches) {
      const end = at + statements.length;
      done.resolve(results.slice(at, end));
      at = end;
    }
  };
  const begin = (): Batch => {
    const done = Promise.withResolvers<readonly StatementResult[]>();
    // One timer for all of them.
    const begun = { statements: [], done, results: inTime(limit, done.promise) };
    const isFirst = group.length === 0;
    group.push(begun);
    batch = begun;
    afterTurns(GATHERED_TURNS, () => {
      if (batch === begun) batch = undefined;
      if (isFirst) void takeTurn(flush);
    });
    return begun;
  };
  return {
    async runGrouped(statement) {
      if (isClosed) return { fault: CLOSED };
      const { statements, results } = batch ?? begin();
      const at = statements.push(statement) - 1;
      return (await results)[at] as StatementResult;
    },
    close() {
      isClosed = true;
      // What was asked before is done before.
      void takeTurn(flush);
    },
  };
}

/** Makes a call after some turns of the event loop. */
function afterTurns(turns: number, call: () => void): void {
  setImmediate(() => {
    if (turns === 1) call();
    else afterTurns(turns - 1, call);
  });
}

/**
 * For so long a commit waits for more: microseconds of a service at rest, and at full load a few milliseconds, in which as
 * many more requests come to cost one. Of one, two, three, four, six and nine turns it is where a key costs least.
 */
const GATHERED_TURNS = 4;
const CLOSED: SqliteError = { message: 'The store is closed.', code: 14 };

type Run = (statement: Statement) => Promise<StatementResult>;

function inTime<Result>(
  { clock, milliseconds }: SqliteLimit,
  work: Promise<Result>,
  onLate: () => void = () => undefined,
): Promise<Result> {
  return within(clock, milliseconds, work, () => {
    onLate();
    throw new StoreFault('SQLITE_LATE', new Error(`The database file took over ${milliseconds} ms.`));
  });
}

/** What Kysely takes for a connection: the way to the one thread, grouped or inside a transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #grouped: Run;
  readonly #limit: SqliteLimit;
  #transaction: { readonly run: Run; readonly end: () => void } | undefined;

  constructor(grouped: Run, limit: SqliteLimit) {
    this.#grouped = grouped;
    this.#limit = limit;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = { sql, parameters: parameters as Statement['parameters'], isRead: isRead(sql, query) };
    const { run } = this.#transaction ?? {};
    const result = await (run === undefined ? this.#grouped(statement) : inTime(this.#limit, run(statement)));
    if ('fault' in result) throw toError(result.fault);
    return { rows: result.rows as Row[], numAffectedRows: BigInt(result.changes) };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here is long enough to stream.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('The SQLite store does not stream.');
  }

  enter(run: Run, end: () => void): void {
    this.#transaction = { run, end };
  }

  async commit(): Promise<void> {
    const { run } = this.#transaction ?? {};
    const result = run && (await inTime(this.#limit, run(command('COMMIT'))));
    // Kysely rolls back then.
    if (result !== undefined && 'fault' in result) throw toError(result.fault);
    this.#leave();
  }

  async rollBack(): Promise<void> {
    // Some faults have rolled back already; there is nothing left to undo then.
    const { run } = this.#transaction ?? {};
    // Whoever comes next waits until the transaction is over, this one no longer than its time.
    const over = run?.(command('ROLLBACK')).finally(() => this.#leave());
    if (over !== undefined) await inTime(this.#limit, over);
  }

  #leave(): void {
    this.#transaction?.end();
    this.#transaction = undefined;
  }
}

function requireOwn(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection;
  throw new Error('This connection is of another driver.');
}

function command(sql: string): Statement {
  return { sql, parameters: [], isRead: false };
}

function isRead(sql: string, query: CompiledQuery['query']): boolean {
  return SelectQueryNode.is(query) || /^\s*(select|pragma)\b/i.test(sql);
}

/** Constraints and misuse are no fault of the store; one without its tables (1) is, as is everything else. */
const NOT_THE_STORES: ReadonlySet<number> = new Set([19, 20, 21, 25]);

function toError({ message, code }: SqliteError): Error {
  const error = new Error(message);
  return NOT_THE_STORES.has(code) ? error : new StoreFault(`SQLITE_${code}`, error);
}
