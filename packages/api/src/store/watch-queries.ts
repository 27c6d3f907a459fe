import { type Dialect, type Driver, Kysely } from 'kysely';

/** Sees every statement, and every attempt to get a connection that failed; seconds it took. */
export type OnQuery = (outcome: 'done' | 'failed', seconds: number) => void;

/** Opens a database and reports the outcome of its statements. */
export function openWatched<Schema>(dialect: Dialect, onQuery: OnQuery): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createDriver: () => watchConnections(dialect.createDriver(), onQuery),
    },
    log: ({ level, queryDurationMillis }) =>
      onQuery(level === 'query' ? 'done' : 'failed', queryDurationMillis / 1_000),
  });
}

// Without a connection there is no statement, and nothing that Kysely would log.
function watchConnections(driver: Driver, onQuery: OnQuery): Driver {
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const started = performance.now();
      try {
        return await driver.acquireConnection();
      } catch (error) {
        onQuery('failed', (performance.now() - started) / 1_000);
        throw error;
      }
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}
