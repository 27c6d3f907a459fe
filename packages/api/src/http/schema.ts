import { OPERATIONS, type Operation, type OperationId } from '@staking-agent/wire';
import type { TObject } from 'typebox';
import { Compile } from 'typebox/schema';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { Said } from '../routes/handler.ts';
import { hasMembers } from '../runtime/json.ts';
import type { Exchange } from './exchange.ts';

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

type SchemaFault = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

const RULES: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  type: ({ type }) => `must be ${TYPE_WORDS[String(type)] ?? String(type)}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text (a JSON string)',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
};

/**
 * Turns what the schema found into one refusal that names each field, its rule and the fields that are due.
 *
 * @param required - every field that must be there, for the caller to see at once.
 * @param query - of an operation that reads parameters instead of a body: one that is repeated is no text.
 */
function describeFaults(
  faults: readonly SchemaFault[],
  required: readonly string[],
  query?: TObject,
): ProblemError {
  if (query !== undefined) return describeRepeated(faults, query);
  if (faults.some(({ instancePath, keyword }) => instancePath === '' && keyword === 'type')) {
    return problem('BODY_MALFORMED', { fault: 'type' });
  }
  const missing = faults.flatMap(({ keyword, params }) =>
    keyword === 'required' ? ((params?.['requiredProperties'] as string[] | undefined) ?? []) : [],
  );
  const rules = new Map<string, string>();
  for (const { keyword, instancePath, params = {} } of faults) {
    const field = instancePath.slice(1);
    if (field !== '' && !rules.has(field)) rules.set(field, RULES[keyword]?.(params) ?? 'is not valid');
  }
  const wrong = [...rules].map(([field, rule]) => ({ field, rule }));
  return missing.length > 0
    ? problem('FIELD_MISSING', { missing, rule: `Required fields: ${required.join(', ')}.`, wrong })
    : problem('FIELD_INVALID', { wrong });
}

// A parameter is text however it is written, so the one fault a query can have is that one of them stands there twice.
function describeRepeated(faults: readonly SchemaFault[], { properties }: TObject): ProblemError {
  const fields = new Set(faults.map(({ instancePath }) => instancePath.slice(1)));
  const wrong = [...fields].map((field) => {
    const { 'x-values': values }: { 'x-values'?: unknown } = Object(properties[field]);
    return { field, rule: `must be sent once, as one of ${Array.isArray(values) ? values.join(', ') : ''}` };
  });
  return problem('FIELD_INVALID', { wrong });
}

const FIELD_LIMIT = 100;

/**
 * Refuses header fields that no operation can do with.
 *
 * @throws {ProblemError} `headers_too_large` above 100 fields; `invalid_request` for two hosts, and for none unless the
 *   request is of HTTP/1.0, which has no such field.
 */
export function assertHeaders({ raw, headers }: Exchange): void {
  const { rawHeaders } = raw;
  if (rawHeaders.length > FIELD_LIMIT * 2) {
    throw problem('HEADERS_TOO_MANY', { most: FIELD_LIMIT });
  }
  if (headers.host === undefined) {
    if (raw.httpVersion !== '1.0') throw problem('HOST_MISSING');
  } else if (countHeader(rawHeaders, 'host') > 1) throw problem('HEADER_REPEATED', { header: 'Host' });
}

/**
 * Refuses a header that an operation reads and that stands there twice.
 *
 * @param names - in lower case.
 * @throws {ProblemError} `invalid_request`.
 */
export function assertSingle({ raw: { rawHeaders }, headers }: Exchange, names: readonly string[]): void {
  for (const name of names) {
    if (headers[name] === undefined) continue;
    if (countHeader(rawHeaders, name) > 1) throw problem('HEADER_REPEATED', { header: name });
  }
}

/** @param name - in lower case. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const text = rawHeaders[i] ?? '';
    if (text.length === name.length && text.toLowerCase() === name) count += 1;
  }
  return count;
}
