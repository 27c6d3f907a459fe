import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import { StoreFault } from '../store-fault.ts';
import type { Outcome, SqliteError, Statement } from './sqlite-file.ts';
import type { SqliteThread } from './sqlite-thread.ts';

type Waiting = { readonly statement: Statement; readonly done: PromiseWithResolvers<Outcome> };

/**
 * Kysely's driver over the thread that has the file open.
 *
 * Queries of one turn of the event loop, and those that come while the thread is busy, share one commit. A
 * transaction has the thread to itself until it ends.
 */
export function createSqliteDriver(thread: SqliteThread): Driver {
  let queue: Waiting[] = [];
  let isFlushDue = false;
  // Whoever uses the thread takes a turn: a group of queries, or a whole transaction.
  let turn: Promise<unknown> = Promise.resolve();
  const takeTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  const flush = async () => {
    isFlushDue = false;
    const group = queue;
    queue = [];
    const outcomes = await thread.run(
      'grouped',
      group.map(({ statement }) => statement),
    );
    outcomes.forEach((outcome, at) => {
      group[at]?.done.resolve(outcome);
    });
  };
  let isClosed = false;
  const runGrouped = async (statement: Statement): Promise<Outcome> => {
    if (isClosed) return { fault: CLOSED };
    const done = Promise.withResolvers<Outcome>();
    queue.push({ statement, done });
    if (!isFlushDue) {
      isFlushDue = true;
      setImmediate(() => void takeTurn(flush));
    }
    return await done.promise;
  };
  const runAlone = async (statement: Statement): Promise<Outcome> => {
    const [outcome] = await thread.run('each', [statement]);
    return outcome as Outcome;
  };

  return {
    init: async () => undefined,
    acquireConnection: async () => new SqliteConnection(runGrouped),
    async beginTransaction(connection) {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      takeTurn(async () => {
        const outcome = await runAlone(command('BEGIN IMMEDIATE'));
        if ('fault' in outcome) return begun.reject(errorOf(outcome.fault));
        begun.resolve();
        await ended.promise;
      }).catch(begun.reject);
      await begun.promise;
      (connection as SqliteConnection).enter(runAlone, ended.resolve);
    },
    commitTransaction: (connection) => (connection as SqliteConnection).commit(),
    rollbackTransaction: (connection) => (connection as SqliteConnection).rollBack(),
    releaseConnection: async () => undefined,
    async destroy() {
      isClosed = true;
      await takeTurn(() => thread.close());
    },
  };
}

const CLOSED: SqliteError = { message: 'The store is closed.', code: 14 };

type Run = (statement: Statement) => Promise<Outcome>;

/** What Kysely takes for a connection: the way to the one thread, grouped or inside a transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #grouped: Run;
  #transaction: { readonly run: Run; readonly end: () => void } | undefined;

  constructor(grouped: Run) {
    this.#grouped = grouped;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const run = this.#transaction?.run ?? this.#grouped;
    const statement = { sql, parameters: parameters as Statement['parameters'], isRead: isRead(sql, query) };
    const outcome = await run(statement);
    if ('fault' in outcome) throw errorOf(outcome.fault);
    return { rows: outcome.rows as Row[], numAffectedRows: BigInt(outcome.changes) };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here is long enough to stream.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('The SQLite store does not stream.');
  }

  enter(run: Run, end: () => void): void {
    this.#transaction = { run, end };
  }

  async commit(): Promise<void> {
    const outcome = await this.#transaction?.run(command('COMMIT'));
    // Kysely rolls back then.
    if (outcome !== undefined && 'fault' in outcome) throw errorOf(outcome.fault);
    this.#leave();
  }

  async rollBack(): Promise<void> {
    // Some faults have rolled back already; there is nothing left to undo then.
    await this.#transaction?.run(command('ROLLBACK'));
    this.#leave();
  }

  #leave(): void {
    this.#transaction?.end();
    this.#transaction = undefined;
  }
}

function command(sql: string): Statement {
  return { sql, parameters: [], isRead: false };
}

function isRead(sql: string, query: CompiledQuery['query']): boolean {
  return SelectQueryNode.is(query) || /^\s*(select|pragma)\b/i.test(sql);
}

/** SQL that is wrong, and constraints, are no fault of the store; everything else may be over in a moment. */
const NOT_THE_STORES: ReadonlySet<number> = new Set([1, 19, 20, 21, 25]);

function errorOf({ message, code }: SqliteError): Error {
  const error = new Error(message);
  return NOT_THE_STORES.has(code) ? error : new StoreFault(`SQLITE_${code}`, error);
}
