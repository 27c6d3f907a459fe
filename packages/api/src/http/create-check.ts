import type { Operation } from '@staking-agent/wire';
import type { TObject } from 'typebox';
import { Compile } from 'typebox/schema';
import { describeFaults } from './describe-faults.ts';
import type { Exchange } from './exchange.ts';

/** The schemas of an operation's body and query. */
type Schemas = Pick<Operation, 'body' | 'query'>;

/**
 * Makes what holds the body and the query of a request to the schemas of its operation. Nothing is converted: a parameter
 * of a query is text.
 *
 * @returns throws {ProblemError} `invalid_request` naming each field that is wrong.
 */
export function createCheck({ body, query }: Schemas): (exchange: Exchange) => void {
  const checkBody = body && createSchemaCheck(body, body.required ?? []);
  const checkQuery = query && createSchemaCheck(query, [], query);
  return (exchange) => {
    // A request without a body is refused as one that is no object.
    checkBody?.(exchange.body ?? null);
    checkQuery?.(exchange.query);
  };
}

function createSchemaCheck(
  schema: TObject,
  required: readonly string[],
  query?: TObject,
): (value: unknown) => void {
  const validator = Compile(schema);
  return (value) => {
    if (validator.Check(value)) return;
    const [, faults] = validator.Errors(value);
    throw describeFaults(faults, required, query);
  };
}
