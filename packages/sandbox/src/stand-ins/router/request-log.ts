import type { Query } from './query.ts';

/** What the router has been asked since it started. */
export type RequestLog = {
  /** Counts a request; the API key of its query is not kept. */
  record(operation: string, query: Query): void;
  /** Requests by operation, and the parameters of the last one of each. */
  describe(): {
    readonly counts: Readonly<Record<string, number>>;
    readonly lastQueries: Readonly<Record<string, Query>>;
  };
};

/** Starts with nothing counted. */
export function createRequestLog(): RequestLog {
  const counts = new Map<string, number>();
  const lastQueries = new Map<string, Query>();
  return {
    record: (operation, { apiKey: _secret, ...query }) => {
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
      lastQueries.set(operation, query);
    },
    describe: () => ({
      counts: Object.fromEntries(counts),
      lastQueries: Object.fromEntries(lastQueries),
    }),
  };
}
