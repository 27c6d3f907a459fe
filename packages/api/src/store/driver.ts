import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';
import { StoreFault } from '../problems/faults.ts';
import { type Clock, within } from '../runtime/clock.ts';

/** How long a store may keep its caller waiting, milliseconds; `Infinity` is for ever. */
export type StoreLimits = {
  /** Until there is a connection. A file has one, which is free when the statements before are done: it has `statement`. */
  readonly connection: number;
  readonly statement: number;
  /** From the begin of a transaction to its end. */
  readonly transaction: number;
  /** PostgreSQL waits no longer for a lock. */
  readonly lock: number;
  /** PostgreSQL ends a transaction whose process has said nothing for so long. */
  readonly idle: number;
  /** Most connections of this process to PostgreSQL. */
  readonly connections: number;
};

/** Limits of what a request waits for. */
export const REQUEST_LIMITS: StoreLimits = {
  connection: 500,
  statement: 2_000,
  transaction: 4_000,
  lock: 300,
  idle: 10_000,
  connections: 10,
};

/** Limits of an operator's command: a person would rather wait than ask again. */
export const OPERATOR_LIMITS: StoreLimits = {
  ...REQUEST_LIMITS,
  connection: 5_000,
  statement: 10_000,
  transaction: 20_000,
  lock: 5_000,
};

/** Limits of migrations, which wait for another process's. */
export const MIGRATION_LIMITS: StoreLimits = {
  connection: 5_000,
  statement: Number.POSITIVE_INFINITY,
  transaction: Number.POSITIVE_INFINITY,
  lock: Number.POSITIVE_INFINITY,
  idle: 10_000,
  connections: 1,
};

/** Sees every statement, and every attempt to get a connection that failed; seconds it took. */
export type OnQuery = (outcome: 'done' | 'failed', seconds: number) => void;

/** The limits and the description of a dialect. */
export type Watch = {
  readonly clock: Clock;
  readonly onQuery?: OnQuery | undefined;
  /** Called when there was no connection, or one is given up because it does not answer. */
  readonly onBreak?: (() => void) | undefined;
};

/**
 * Wraps a dialect so that no connection, statement or transaction keeps its caller waiting for longer than its limit. One
 * that is late fails with `StoreFault`; it goes on, and what it writes may be written.
 *
 * @param dialect - each connection that it hands out is a new object, and is free again only when all that was asked of it
 *   is answered.
 */
export function limitDialect(dialect: Dialect, limits: StoreLimits, watch: Watch): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => limitDriver(dialect.createDriver(), limits, watch),
  };
}

function limitDriver(driver: Driver, limits: StoreLimits, { clock, onQuery, onBreak }: Watch): Driver {
  const deadlines = new WeakMap<DatabaseConnection, number>();
  const getRest = (connection: DatabaseConnection) =>
    (deadlines.get(connection) ?? Number.POSITIVE_INFINITY) - clock.elapsed();
  const inTime = async <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> => {
    if (milliseconds === Number.POSITIVE_INFINITY) return await work;
    return await within(clock, milliseconds, work, () => {
      onBreak?.();
      throw new StoreFault('LATE', new Error(`The database took over ${milliseconds} ms.`));
    });
  };
  const report = (outcome: 'done' | 'failed', started: number) =>
    onQuery?.(outcome, (clock.elapsed() - started) / 1_000);
  const limitConnection = (connection: DatabaseConnection) => {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery) => {
      const started = clock.elapsed();
      try {
        const result = await inTime(Math.min(limits.statement, getRest(connection)), execute<Row>(query));
        report('done', started);
        return result;
      } catch (error) {
        report('failed', started);
        throw error;
      }
    };
    return connection;
  };
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const started = clock.elapsed();
      const acquiring = driver.acquireConnection();
      try {
        return limitConnection(await inTime(limits.connection, acquiring));
      } catch (error) {
        report('failed', started);
        // A connection that comes too late has no caller.
        acquiring.then((late) => driver.releaseConnection(late)).catch(() => undefined);
        throw error;
      }
    },
    beginTransaction(connection, settings) {
      deadlines.set(connection, clock.elapsed() + limits.transaction);
      return driver.beginTransaction(connection, settings);
    },
    async commitTransaction(connection) {
      // What is late already is rolled back.
      if (getRest(connection) <= 0) throw new StoreFault('LATE', new Error('The transaction took too long.'));
      await driver.commitTransaction(connection);
    },
    rollbackTransaction: (connection) =>
      inTime(Math.max(getRest(connection), 1), driver.rollbackTransaction(connection)),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}
