import { OPERATIONS, type Operation, type OperationId } from '@staking-agent/wire';
import type { TObject } from 'typebox';
import { Compile } from 'typebox/schema';
import type { Said } from '../routes/route.ts';
import { hasMembers } from '../runtime/json.ts';
import { describeFaults } from './describe-faults.ts';

/** The parts of a request before they are checked. */
type Parts = { readonly body: unknown; readonly query: unknown; readonly params: unknown };

/**
 * Makes the reader of the requests to one operation: it checks body, query and path parameters against the schemas of the
 * operation. It converts nothing: a query parameter is text. Of a body it keeps the members that the operation declares:
 * those of other operations must decide nothing, neither in a handler nor in the record of a build.
 *
 * @returns throws {ProblemError} `invalid_request` naming each field that is wrong.
 */
export function createReader<Id extends OperationId>(id: Id): (parts: Parts) => Said<Id> {
  const operation: Operation = OPERATIONS[id];
  const checkBody = operation.body && createSchemaCheck(operation.body, operation.body.required ?? []);
  const checkQuery = operation.query && createSchemaCheck(operation.query, [], operation.query);
  const checkParams = operation.params && createSchemaCheck(operation.params, []);
  const assertSaid: (parts: Parts) => asserts parts is Said<Id> = ({ body, query, params }) => {
    checkBody?.(body);
    checkQuery?.(query);
    checkParams?.(params);
  };
  return ({ body, query, params }) => {
    const said = {
      // A request without a body is refused as one that is not an object.
      body: operation.body && keepDeclared(body ?? null, operation.body),
      query: checkQuery && query,
      params: checkParams && params,
    };
    assertSaid(said);
    return said;
  };
}

function keepDeclared(body: unknown, { properties }: TObject): unknown {
  if (!hasMembers(body) || Array.isArray(body)) return body;
  const kept = Object.keys(properties).filter((name) => Object.hasOwn(body, name));
  return Object.fromEntries(kept.map((name) => [name, body[name]]));
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
