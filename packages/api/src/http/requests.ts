import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import { OPERATIONS, type Operation, type OperationId } from '@staking-agent/wire';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import { visit } from 'jsonc-parser';
import type { TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { FEE_REFUSALS } from '../builds/budget.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { Said } from '../routes/handler.ts';
import type { Clock, Random } from '../runtime/clock.ts';
import { hasMembers, parseExactJson } from '../runtime/json.ts';

/** The limits of one request and of connections. */
export const REQUEST_LIMITS = {
  bodyBytes: 65_536,
  /** The part of a body that does not count against the budget of all; no request of the contract is as long. */
  smallBodyBytes: 8_192,
  /** The most that all bodies together take beyond that at a time. */
  bodiesBytes: 33_554_432,
  headerBytes: 16_384,
  /** Until a request has arrived. */
  seconds: 5,
  /** How long a connection may be silent both ways while an answer is due: longer than any answer takes to come. */
  silentSeconds: 90,
  /** How long a connection may be idle. */
  keepAliveSeconds: 72,
  /** Connections at a time, in all and from one address. */
  connections: 8_192,
  connectionsOfOne: 512,
  /** Requests after which a connection is closed, so that callers are spread anew over replicas. */
  requestsOfOne: 10_000,
  /** Requests of one connection that wait for the answer to an earlier one. */
  pipelined: 32,
} as const;

/** Makes the name of a request: a UUID of version 7, which sorts by time. */
export function drawRequestId({ clock, random }: { readonly clock: Clock; readonly random: Random }): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

type Limits = Readonly<Record<'smallBodyBytes' | 'bodiesBytes', number>>;

const FIELD_LIMIT = 100;

/**
 * Refuses header fields that no operation can do with.
 *
 * @throws {ProblemError} `headers_too_large` above 100 fields; `invalid_request` for two hosts, and for none unless the
 *   request is of HTTP/1.0, which has no such field.
 */
export function assertHeaders({ raw, headers }: FastifyRequest): void {
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
export function assertSingle(
  { raw: { rawHeaders }, headers }: FastifyRequest,
  names: readonly string[],
): void {
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

/**
 * Makes what keeps the bodies of all requests within a budget: the first bytes of each are free, the rest counts against it
 * from its arrival until the request is answered.
 *
 * No request that the service can do anything with is longer than what is free, so whoever fills the budget keeps nobody
 * from staking. Bytes that were announced and have not come do not count: they take nothing.
 */
export function createBodyBudget(limits: Limits = REQUEST_LIMITS): preParsingHookHandler {
  const { smallBodyBytes, bodiesBytes } = limits;
  let held = 0;
  return (request, reply, payload, done) => {
    if (isSmall(request.headers, smallBodyBytes)) {
      done(null, payload);
      return;
    }
    let received = 0;
    let counted = 0;
    let isOver = false;
    reply.raw.once('close', () => {
      isOver = true;
      held -= counted;
    });
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        received += chunk.length;
        if (isOver) return pass();
        const more = Math.max(received - smallBodyBytes, 0) - counted;
        if (held + more > bodiesBytes) {
          payload.unpipe(counting).resume();
          return pass(problem('BODIES_TOO_MANY', { bytes: smallBodyBytes }));
        }
        held += more;
        counted += more;
        pass(null, chunk);
      },
    });
    done(null, payload.pipe(counting));
  };
}

function isSmall(
  { 'content-length': length, 'transfer-encoding': coding }: IncomingHttpHeaders,
  most: number,
) {
  return coding === undefined && !(Number(length) > most);
}

// A missing label is taken for JSON, because agents forget it and no other body is ever read. Clients also write a
// semicolon with nothing behind it, and the name of the encoding without its hyphen.
const JSON_MEDIA_TYPE = /^application\/json[ \t]*(;[ \t]*(charset=("?)utf-?8\3[ \t]*;?[ \t]*)?)?$/i;

/**
 * Reads what the bytes of a body say as JSON in UTF-8.
 *
 * @returns undefined for a request without a body.
 * @throws {ProblemError} `unsupported_media_type` or `invalid_request`.
 */
export function readBody(request: FastifyRequest): unknown {
  const { body, headers } = request;
  if (!Buffer.isBuffer(body)) return undefined;
  const { 'content-type': label, 'content-encoding': encoding } = headers;
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw problem('MEDIA_TYPE_UNSUPPORTED');
  }
  if (label !== undefined && label !== 'application/json' && !JSON_MEDIA_TYPE.test(label)) {
    throw problem('MEDIA_TYPE_UNSUPPORTED');
  }
  request.body = parseStrictJson(body);
  return request.body;
}

const DEPTH_LIMIT = 16;
const MEMBER_LIMIT = 256;
/** Objects and arrays of a body: a body of nothing else would keep the reader busy for longest. */
const PART_LIMIT = 1_024;
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a JSON request body that two readers could not understand differently.
 *
 * Refused beyond what `JSON.parse` refuses: bytes that are not UTF-8, a repeated key, keys that reach prototypes,
 * top-level numbers a double cannot hold as written, nesting over 16 and more than 256 members.
 *
 * @throws {ProblemError} `invalid_request` naming the key or the rule.
 */
export function parseStrictJson(body: Buffer): unknown {
  if (body.length === 0) throw problem('BODY_MISSING');
  if (!isUtf8(body)) throw problem('BODY_MALFORMED', { fault: 'encoding' });
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem('BODY_MALFORMED', { fault: 'syntax' });
  }
  if (!hasMembers(value)) return value;
  if (!assertUnambiguous(text).hasInexactNumbers) return value;
  // The router's order travels through the caller and back: its numbers keep the digits the router wrote.
  return parseExactJson(text, (each, source) => (isExact(source) ? each : JSON.rawJSON(source)));
}

function assertUnambiguous(text: string): { hasInexactNumbers: boolean } {
  const open: Set<string>[] = [];
  let members = 0;
  let parts = 0;
  let key = '';
  let hasInexactNumbers = false;
  const enter = () => {
    open.push(new Set());
    parts += 1;
    if (parts > PART_LIMIT) throw problem('BODY_TOO_WIDE', { most: PART_LIMIT });
    if (open.length > DEPTH_LIMIT) {
      throw problem('BODY_TOO_DEEP', { most: DEPTH_LIMIT });
    }
  };
  const leave = () => {
    open.pop();
  };
  visit(text, {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty: (name) => {
      key = name;
      members += 1;
      if (members > MEMBER_LIMIT) {
        throw problem('BODY_TOO_WIDE', { most: MEMBER_LIMIT });
      }
      const seen = open.at(-1);
      if (seen?.has(name)) throw problem('KEY_REPEATED', { key: name });
      if (REFUSED_KEYS.has(name)) throw problem('KEY_REFUSED', { key: name });
      seen?.add(name);
    },
    onLiteralValue: (value, offset, length) => {
      if (typeof value !== 'number' || isExact(text.slice(offset, offset + length))) return;
      hasInexactNumbers = true;
      if (open.length === 1) {
        throw problem('NUMBER_INEXACT', { key });
      }
    },
  });
  return { hasInexactNumbers };
}

// Up to 15 significant digits survive a double whatever their form; beyond that only the form a double prints.
function isExact(token: string): boolean {
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  const value = Number(token);
  return Number.isFinite(value) && (digits.length <= 15 || String(value) === token);
}

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

/** Compiled once per process, in which tests start many services. */
const VALIDATORS = new WeakMap<TObject, Validator>();

function createSchemaCheck(
  schema: TObject,
  required: readonly string[],
  query?: TObject,
): (value: unknown) => void {
  const validator = VALIDATORS.get(schema) ?? (Compile(schema) as Validator);
  VALIDATORS.set(schema, validator);
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
  array: 'a JSON array',
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
  const parts = new Set(faults.map(({ instancePath }) => instancePath.split('/')[1]));
  const [part = ''] = parts;
  if (parts.size === 1 && isFee(part)) return FEE_REFUSALS[part]();
  const missing = faults.flatMap(({ keyword, instancePath, params }) => {
    const names = (keyword === 'required' && (params?.['requiredProperties'] as string[] | undefined)) || [];
    return names.map((name) => toField(`${instancePath}/${name}`));
  });
  const rules = new Map<string, string>();
  for (const { keyword, instancePath, params = {} } of faults) {
    const field = toField(instancePath);
    if (field !== '' && !rules.has(field)) rules.set(field, RULES[keyword]?.(params) ?? 'is not valid');
  }
  const wrong = [...rules].map(([field, rule]) => ({ field, rule }));
  return missing.length > 0
    ? problem('FIELD_MISSING', { missing, rule: `Required fields: ${required.join(', ')}.`, wrong })
    : problem('FIELD_INVALID', { wrong });
}

/** Names a place of the body as callers write it: `tip.lamports`, `wallets.3`. */
function toField(path: string): string {
  return path.slice(1).replaceAll('/', '.');
}

function isFee(name: string): name is keyof typeof FEE_REFUSALS {
  return Object.hasOwn(FEE_REFUSALS, name);
}

// A parameter is text however it is written, so the one fault a query can have is that one of them stands there twice.
function describeRepeated(faults: readonly SchemaFault[], { properties }: TObject): ProblemError {
  const fields = new Set(faults.map(({ instancePath }) => instancePath.slice(1)));
  const wrong = [...fields].map((field) => {
    const { 'x-values': values }: { 'x-values'?: unknown } = Object(properties[field]);
    const words = Array.isArray(values) ? `, as one of ${values.join(', ')}` : '';
    return { field, rule: `must be sent once${words}` };
  });
  return problem('FIELD_INVALID', { wrong });
}
