import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Clock } from '../../src/background/clock.ts';
import { durableState } from '../../src/store/migrations/0001-durable-state.ts';
import { buildForms } from '../../src/store/migrations/0004-build-forms.ts';
import { builtMessages } from '../../src/store/migrations/0005-built-messages.ts';
import { displacedForms } from '../../src/store/migrations/0006-displaced-forms.ts';
import type { Schema } from '../../src/store/schema.ts';
import { StoreFault } from '../../src/store/store-fault.ts';

/** One database that replicas share, and that may go away for all of them or for one. */
export type SimulatedStore = {
  /** Replicas by number that do not reach it. */
  readonly away: Set<number>;
  /** A connection of one replica, by its clock. */
  connect(replica: number, clock: Clock): Pick<import('../../src/store/open-store.ts').Store, 'db' | 'now'>;
  close(): void;
};

/** Makes an empty database in memory; every query takes a millisecond or two. */
export async function createSimulatedStore(world: Clock): Promise<SimulatedStore> {
  const database = new DatabaseSync(':memory:');
  database.function('simulated_now', () => world.now());
  const away = new Set<number>();
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const execute = ({ sql: text, parameters }: CompiledQuery) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    const values = parameters as never[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  };
  const open = (run: DatabaseConnection['executeQuery']) =>
    new Kysely<Schema>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createDriver: () => ({
          init: async () => undefined,
          acquireConnection: async () => ({
            executeQuery: run,
            // biome-ignore lint/correctness/useYield: Kysely asks for the method; nothing is streamed.
            async *streamQuery() {
              throw new Error('not streamed');
            },
          }),
          beginTransaction: async () => undefined,
          commitTransaction: async () => undefined,
          rollbackTransaction: async () => undefined,
          releaseConnection: async () => undefined,
          destroy: async () => undefined,
        }),
      },
    });
  const migrated = open(async (query) => execute(query) as never) as never;
  for (const { up } of [durableState('sqlite'), buildForms(), builtMessages(), displacedForms()])
    await up(migrated);
  return {
    away,
    connect(replica, clock) {
      const run = (query: CompiledQuery) => {
        const { promise, resolve, reject } = Promise.withResolvers<never>();
        world.after(1, () => {
          // Where the answer is lost, the statement may have run all the same.
          const isLost = away.has(replica);
          const result = isLost ? undefined : execute(query);
          clock.after(1, () => {
            if (isLost || away.has(replica)) reject(new StoreFault('away', undefined));
            else resolve(result as never);
          });
        });
        return promise;
      };
      return { db: open(run), now: sql<number>`cast(simulated_now() as integer)` };
    },
    close: () => database.close(),
  };
}
