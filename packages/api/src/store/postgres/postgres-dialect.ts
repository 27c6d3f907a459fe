import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StoreFault } from '../store-fault.ts';

/** How long a store of several replicas may keep a request waiting, milliseconds; 0 is for ever. */
export type PostgresLimits = {
  readonly statement: number;
  readonly lock: number;
  readonly connection: number;
  /** Most connections of this process. */
  readonly connections: number;
};

/** Limits of what a request waits for. */
export const REQUEST_LIMITS: PostgresLimits = {
  statement: 1_000,
  lock: 300,
  connection: 500,
  connections: 10,
};

/** Limits of migrations, which wait for another replica's. */
export const MIGRATION_LIMITS: PostgresLimits = {
  statement: 0,
  lock: 0,
  connection: 5_000,
  connections: 1,
};

// The server ends a statement at its limit; a server that is cut off says nothing, so the client waits no longer.
const SILENCE_MILLISECONDS = 500;
const INT8_OID = 20;

/**
 * Kysely on a pool of connections that replaces the broken ones.
 *
 * @param onUnreachable - told when there was no connection for a query, and after how many seconds: Kysely does not log
 *   a query that never began.
 */
export function createPostgresDialect(
  url: string,
  limits: PostgresLimits,
  onUnreachable: (seconds: number) => void = () => undefined,
): Dialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_OID, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connection,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    ...(limits.statement > 0 && { query_timeout: limits.statement + SILENCE_MILLISECONDS }),
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'staking-agent-api',
    types,
  });
  // An idle connection that breaks leaves the pool by itself; the next query opens another.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool: poolOf(pool, onUnreachable) });
}

function poolOf(pool: pg.Pool, onUnreachable: (seconds: number) => void): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const started = performance.now();
      const client = await pool.connect().catch((error: unknown) => {
        onUnreachable((performance.now() - started) / 1_000);
        throw errorOf(error);
      });
      const known = clients.get(client) ?? clientOf(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function clientOf(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false;
  client.on('error', () => {
    isBroken = true;
  });
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      // What the server did not say itself leaves the connection in the middle of an answer.
      if (!(error instanceof pg.DatabaseError)) isBroken = true;
      throw errorOf(error);
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) };
}

/** Data, integrity and syntax: classes of errors that are no fault of the store. */
const NOT_THE_STORES = /^(22|23|42)/;

function errorOf(error: unknown): Error {
  const { code } = Object(error) as { code?: unknown };
  if (error instanceof pg.DatabaseError && NOT_THE_STORES.test(String(code))) return error;
  return new StoreFault(typeof code === 'string' ? code : 'UNREACHABLE', error);
}
