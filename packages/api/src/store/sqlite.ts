import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StoreFault } from '../problems/faults.ts';
import { createTurns } from '../runtime/loop.ts';
import type { SqliteError, Statement, StatementResult } from './sqlite-file.ts';

/** Creates Kysely's dialect for a database file that a separate thread has open. */
export function createSqliteDialect(thread: SqliteThread): Dialect {
  return {
    createAdapter: () => new OwnAdapter(),
    createDriver: () => createDriver(thread),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class OwnAdapter extends SqliteAdapter {
  /** SQLite changes its schema inside transactions, and one that begins IMMEDIATE is the lock migrations need. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Kysely would wait for the one connection without a limit; the driver's turn is waited for with one. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Gives the thread to one connection at a time, until the thread has done all that the connection asked of it. */
function createDriver(thread: SqliteThread): Driver {
  const takeTurn = createTurns();
  const connections = new WeakMap<DatabaseConnection, () => void>();
  const begin = CompiledQuery.raw('begin immediate');
  const rollback = CompiledQuery.raw('rollback');
  return {
    init: async () => undefined,
    acquireConnection() {
      const { promise, resolve } = Promise.withResolvers<DatabaseConnection>();
      const turn = async () => {
        const released = Promise.withResolvers<void>();
        const { connection, untilDone } = connect(thread);
        connections.set(connection, released.resolve);
        resolve(connection);
        await released.promise;
        await untilDone();
      };
      takeTurn(turn).catch(() => undefined);
      return promise;
    },
    async beginTransaction(connection) {
      try {
        await connection.executeQuery(begin);
      } catch (error) {
        // One that is late may have begun, and has no caller any more.
        connection.executeQuery(rollback).catch(() => undefined);
        throw error;
      }
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'));
    },
    async rollbackTransaction(connection) {
      // Some faults have rolled back already; there is nothing left to undo then.
      await connection.executeQuery(rollback).catch(() => undefined);
    },
    releaseConnection: async (connection) => connections.get(connection)?.(),
    // What was asked before is done before.
    destroy: () => takeTurn(async () => undefined),
  };
}

function connect(thread: SqliteThread) {
  let last: Promise<unknown> = Promise.resolve();
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const asked = thread.run({ sql, parameters: parameters as Statement['parameters'] });
      last = asked.catch(() => undefined);
      const result = await asked;
      if ('fault' in result) throw toError(result.fault);
      return { rows: result.rows as Row[], numAffectedRows: BigInt(result.changes) };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing here is long enough to stream.
    async *streamQuery() {
      throw new Error('The SQLite store does not stream.');
    },
  };
  return { connection, untilDone: () => last };
}

/** Constraints and misuse are no fault of the store; one without its tables (1) is, as is everything else. */
const NOT_THE_STORES: ReadonlySet<number> = new Set([19, 20, 21, 25]);

function toError({ message, code }: SqliteError): Error {
  const error = new Error(message);
  return NOT_THE_STORES.has(code) ? error : new StoreFault(`SQLITE_${code}`, error);
}

/** A thread with the database file open: one statement after the other. */
export type SqliteThread = {
  run(statement: Statement): Promise<StatementResult>;
  close(): Promise<void>;
};

/**
 * Starts the thread and waits until it has opened the file.
 *
 * @throws {Error} with what is wrong with the file.
 */
export async function startSqliteThread(path: string): Promise<SqliteThread> {
  const options = { workerData: { path }, env: createEnvironment() };
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), options);
  await once(worker, 'message');
  const waiting: ((result: StatementResult) => void)[] = [];
  worker.on('message', (result: StatementResult) => waiting.shift()?.(result));
  return {
    run: async (statement) => {
      worker.postMessage(statement);
      return await new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    async close() {
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}

// It reads no variables; `node --watch`, which tells its threads by one, would mix messages of its own with ours. Node
// itself reads where this process keeps what it has compiled, below which it has a folder for each version.
function createEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir();
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
}
