import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StoreFault } from '../problems/faults.ts';
import { type Clock, within } from '../runtime/clock.ts';
import type { StoreLimits } from './driver.ts';

// The server ends a statement before its caller gives up, so that it can say so; a server that is cut off says nothing.
const AHEAD_MILLISECONDS = 500;
const INT8_OID = 20;
/**
 * True on a server that replayed a transaction of another one within ten minutes: a standby that took over, or a restored
 * archive. The function gives null on any other, after a crash too.
 */
const HAS_TAKEN_OVER =
  "coalesce(pg_last_xact_replay_timestamp() > clock_timestamp() - interval '10 minutes', false)";

/** Told of what happens to the server. */
export type ServerEvents = {
  /**
   * Called when a connection ended that this process did not end, there was none, or it leads to another server than the one
   * before: the database may be another one.
   */
  readonly onBreak?: () => void;
  /** Called when a connection leads to a server not met before that has taken over within ten minutes. */
  readonly onTakeover?: () => void;
};

/**
 * Creates Kysely's dialect on a pool of connections that replaces the broken ones. Limits of callers are those of
 * `limitDialect`, which stands before it.
 */
export function createPostgresDialect(
  url: string,
  limits: StoreLimits,
  clock: Clock,
  { onBreak = () => undefined, onTakeover = () => undefined }: ServerEvents = {},
): Dialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_OID, Number);
  let begin = 'begin';
  let server: string | undefined;
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    // A process that stood still would take an answer that has arrived for late: this limit only clears what hangs.
    connectionTimeoutMillis: 4 * limits.connection,
    keepAlive: true,
    application_name: 'staking-agent-api',
    types,
    onConnect: async (client) => {
      const told = await within(clock, limits.connection, setLimits(client, limits), () => {
        throw new Error('The server has not answered in time.');
      });
      if (told.isPooled) begin = `begin; ${localSettings(limits)}`;
      // After a silent fail-over, connections to the server before it break only when they are used.
      if (server !== undefined && server !== told.server) onBreak();
      if (server !== told.server && told.hasTakenOver) onTakeover();
      server = told.server;
    },
  });
  const broken = new WeakSet<pg.ClientBase>();
  const breakOff = (client: pg.ClientBase) => {
    if (!broken.has(client)) onBreak();
    broken.add(client);
  };
  pool.on('connect', (client) => client.on('error', () => breakOff(client)));
  // A connection that breaks leaves the pool by itself; the next query opens another.
  pool.on('error', () => undefined);
  const connect = async () => {
    try {
      return createClient(await pool.connect(), begin, breakOff);
    } catch (error) {
      onBreak();
      throw toError(error);
    }
  };
  const own: PostgresPool = { connect, end: () => pool.end(), options: pool.options };
  return new PostgresDialect({ pool: own });
}

/** Hands out a connection for one use. One that broke, or still owes an answer at the end, is closed. */
function createClient(
  client: pg.PoolClient,
  begin: string,
  breakOff: (client: pg.ClientBase) => void,
): PostgresPoolClient {
  let unanswered = 0;
  let isBroken = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    unanswered += 1;
    try {
      return await client.query(sql === 'begin' ? begin : sql, [...parameters]);
    } catch (error) {
      // The break of a connection is known before its statement has failed; a fatal word of the server ends it.
      isBroken ||= !(error instanceof pg.DatabaseError) || error.severity === 'FATAL';
      if (isBroken) breakOff(client);
      throw toError(error);
    } finally {
      unanswered -= 1;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(isDiscarded === true || isBroken || unanswered > 0),
  };
}

/** Server-side timeouts by the names of their settings, milliseconds; 0 is none. */
function getSettings({ statement, lock, idle }: StoreLimits): readonly (readonly [string, number])[] {
  const settings = {
    statement_timeout: statement - AHEAD_MILLISECONDS,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
  };
  return Object.entries(settings).map(([name, value]) => [name, Number.isFinite(value) ? value : 0]);
}

/**
 * Sets the limits of a connection, once it is there: a pooler such as PgBouncer refuses them at the start.
 *
 * Behind a pooler, the next transaction of the session may belong to another client, so the session is not changed; a pooler
 * shows by a backend process other than the one it announced. Single statements have the caller's limit alone there,
 * transactions limits of their own.
 *
 * @returns whether there is a pooler between; the start of the server, which tells it from any other; and whether it replayed
 *   a transaction of another one within ten minutes, as a standby does until it takes over.
 */
async function setLimits(client: pg.ClientBase, limits: StoreLimits) {
  const isPooled = 'pg_backend_pid() <> $1';
  const sets = getSettings(limits).map(([name, value]) => `set_config('${name}', '${value}', ${isPooled})`);
  const { processID }: { processID?: unknown } = Object(client);
  const { rows } = await client.query<{ pooled: boolean; server: string; taken: boolean }>(
    `select ${isPooled} as pooled, extract(epoch from pg_postmaster_start_time())::text as server, ${HAS_TAKEN_OVER} as taken, ${sets.join(', ')}`,
    [processID],
  );
  const [row] = rows;
  return { isPooled: row?.pooled ?? false, server: row?.server, hasTakenOver: row?.taken ?? false };
}

function localSettings(limits: StoreLimits): string {
  return getSettings(limits)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ');
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

/**
 * Tells if the connections of a URL go to a socket of this machine, or to a server whose certificate and name are
 * verified (`sslmode=verify-full`), as the driver itself reads the URL.
 *
 * @throws {Error} when the driver cannot read it, or a file of certificates it names.
 */
export function isVerifiedConnection(url: string): boolean {
  // Nothing connects before it is told to.
  const { host, ssl } = new pg.Client({ connectionString: url }) as { host: string; ssl: unknown };
  if (host.startsWith('/')) return true;
  if (URL.parse(url)?.searchParams.getAll('sslmode').join() !== 'verify-full') return false;
  const { rejectUnauthorized = true, checkServerIdentity } = Object(ssl) as {
    rejectUnauthorized?: unknown;
    checkServerIdentity?: unknown;
  };
  return Boolean(ssl) && rejectUnauthorized === true && checkServerIdentity === undefined;
}
