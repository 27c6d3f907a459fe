import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StoreFault } from '../../problems/store-fault.ts';
import { type Clock, within } from '../../runtime/clock.ts';

/** How long a store of several replicas may keep a request waiting, milliseconds; 0 is for ever. */
export type PostgresLimits = {
  readonly statement: number;
  readonly lock: number;
  readonly connection: number;
  /** An open transaction nobody goes on with holds locks no longer than that. */
  readonly idle: number;
  /** Most connections of this process. */
  readonly connections: number;
};

/** Sees what Kysely does not tell. */
export type PostgresWatch = {
  /** Called when a query got no connection, with the seconds it waited: Kysely does not log a query that never began. */
  onUnreachable(seconds: number): void;
  /** Called when a connection ended that this process did not end, or there was none: the database may be another one. */
  onBreak(): void;
};

/** Limits of what a request waits for. */
export const REQUEST_LIMITS: PostgresLimits = {
  statement: 1_000,
  lock: 300,
  connection: 500,
  idle: 10_000,
  connections: 10,
};

/** Limits of an operator's command: a person would rather wait than ask again. */
export const OPERATOR_LIMITS: PostgresLimits = {
  ...REQUEST_LIMITS,
  statement: 10_000,
  lock: 5_000,
  connection: 5_000,
};

/** Limits of migrations, which wait for another replica's. */
export const MIGRATION_LIMITS: PostgresLimits = {
  statement: 0,
  lock: 0,
  connection: 5_000,
  idle: 10_000,
  connections: 1,
};

// The server ends a statement at its limit; a server that is cut off says nothing, so the client waits no longer.
const SILENCE_MILLISECONDS = 500;
/** A failure later than its limit by so much tells that this process was held up. */
const HELD_UP_MILLISECONDS = 250;
const INT8_OID = 20;

/**
 * Kysely on a pool of connections that replaces the broken ones.
 *
 * @param clock - what queries are timed by; the pool times its connections itself.
 * @param watch - told of queries that got no connection, and of connections that broke.
 */
export function createPostgresDialect(
  url: string,
  limits: PostgresLimits,
  clock: Clock,
  watch: PostgresWatch = { onUnreachable: () => undefined, onBreak: () => undefined },
): Dialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_OID, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connection,
    keepAlive: true,
    application_name: 'staking-agent-api',
    types,
  });
  // An idle connection that breaks leaves the pool by itself; the next query opens another.
  pool.on('error', watch.onBreak);
  return new PostgresDialect({ pool: createPool(pool, limits, clock, watch) });
}

function createPool(pool: pg.Pool, limits: PostgresLimits, clock: Clock, watch: PostgresWatch): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const started = performance.now();
      const unreachable = (error: unknown): never => {
        watch.onUnreachable((performance.now() - started) / 1_000);
        watch.onBreak();
        throw toError(error);
      };
      const client = await connect(pool, limits).catch(unreachable);
      const known = clients.get(client);
      if (known !== undefined) return known;
      // The pool listens no more, and an error that nobody hears ends the process; the query that it breaks tells of it.
      client.on('error', () => undefined);
      const isPooled = await setLimits(client, limits, clock).catch((error: unknown) => {
        client.release(true);
        return unreachable(error);
      });
      const begin = isPooled ? `begin; ${localLimits(limits)}` : 'begin';
      const fresh = createClient(client, begin, watch, (work) => inTime(clock, limits.statement, work));
      clients.set(client, fresh);
      return fresh;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/**
 * Takes a connection from the pool.
 *
 * The pool's timer comes before what has arrived: a process that was held up would take a server for silent that has long
 * answered. Nothing was sent yet, so it asks once more.
 */
async function connect(pool: pg.Pool, limits: PostgresLimits): Promise<pg.PoolClient> {
  const started = performance.now();
  try {
    return await pool.connect();
  } catch (error) {
    if (performance.now() - started < limits.connection + HELD_UP_MILLISECONDS) throw error;
    return await pool.connect();
  }
}

/** Waits for an answer of the server for a while longer than it may take; for ever where it may take any time. */
function inTime<Result>(clock: Clock, milliseconds: number, work: Promise<Result>): Promise<Result> {
  if (milliseconds === 0) return work;
  return within(clock, milliseconds + SILENCE_MILLISECONDS, work, () => {
    throw new Error('The server has not answered in time.');
  });
}

/** Server-side timeouts by the names of their settings, milliseconds. */
function getSettings(limits: PostgresLimits): Readonly<Record<string, number>> {
  return {
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
  };
}

/**
 * Sets the limits of a connection, once it is there: a pooler such as PgBouncer refuses them at the start.
 *
 * Behind a pooler, the next transaction of the session may belong to another client, so the session is not changed; a pooler
 * shows by a backend process other than the one it announced. Single statements have the client's own limit there,
 * transactions limits of their own.
 *
 * @returns whether there is a pooler between.
 */
async function setLimits(client: pg.PoolClient, limits: PostgresLimits, clock: Clock): Promise<boolean> {
  const isPooled = 'pg_backend_pid() <> $1';
  const sets = Object.entries(getSettings(limits)).map(
    ([name, milliseconds]) => `set_config('${name}', '${milliseconds}', ${isPooled})`,
  );
  const { processID } = client as unknown as { processID: number };
  const set = client.query<{ pooled: boolean }>(`select ${isPooled} as pooled, ${sets.join(', ')}`, [
    processID,
  ]);
  const { rows } = await inTime(clock, limits.connection, set);
  return rows[0]?.pooled ?? false;
}

function localLimits(limits: PostgresLimits): string {
  const sets = Object.entries(getSettings(limits)).map(([name, value]) => `set local ${name} = ${value}`);
  return sets.join('; ');
}

function createClient(
  client: pg.PoolClient,
  begin: string,
  { onBreak }: Pick<PostgresWatch, 'onBreak'>,
  inTime: <Result>(work: Promise<Result>) => Promise<Result>,
): PostgresPoolClient {
  let isBroken = false;
  const breakOff = () => {
    if (!isBroken) onBreak();
    isBroken = true;
  };
  client.on('error', breakOff);
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await inTime(sql === 'begin' ? client.query(begin) : client.query(sql, [...parameters]));
    } catch (error) {
      // What the server did not say itself leaves the connection in the middle of an answer; a fatal word ends it.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') breakOff();
      throw toError(error);
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) };
}

/**
 * Data and integrity: classes of errors that are no fault of the store. One whose tables or rights are gone (42) is as
 * good as down.
 */
const NOT_THE_STORES = /^(22|23)/;

function toError(error: unknown): Error {
  const { code }: { code?: unknown } = Object(error);
  if (error instanceof pg.DatabaseError && NOT_THE_STORES.test(String(code))) return error;
  return new StoreFault(typeof code === 'string' ? code : 'UNREACHABLE', error);
}
