import type { Compilable, Kysely, QueryResult } from 'kysely';

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Builds a query once, to run it many times with different values: on the request path, building costs more than running.
 *
 * @param build - receives placeholders, which may only stand where a value can.
 */
export function prepareQuery<Values extends Record<string, unknown>, Row>(
  db: Pick<Kysely<never>, 'executeQuery'>,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<QueryResult<Row>> {
  const standIns = new Proxy({} as Values, { get: (_, name) => new Placeholder(String(name)) });
  const compiled = build(standIns).compile();
  const sources = compiled.parameters;
  return (values) => {
    const parameters = sources.map((source) =>
      source instanceof Placeholder ? values[source.name] : source,
    );
    return db.executeQuery({ ...compiled, parameters });
  };
}
