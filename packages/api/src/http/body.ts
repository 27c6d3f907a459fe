import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { visit } from 'jsonc-parser';
import { type ProblemError, problem } from '../problems/problem.ts';
import { hasMembers, parseExactJson } from '../runtime/json.ts';
import type { Exchange } from './exchange.ts';

type Limits = Readonly<Record<'bodyBytes' | 'smallBodyBytes' | 'bodiesBytes', number>>;

/** Who waits for a body. */
export type BodyWaiter = {
  /** Gets all of it. */
  onBody(body: Buffer): void;
  /** Gets why the rest of it is not read: whatever still comes of the connection cannot be told from a request. */
  onRefusal(refusal: ProblemError): void;
};

/** Reads the body of a request, and tells nobody of one whose caller goes away in the middle. */
export type ReadBody = (request: IncomingMessage, response: ServerResponse, waiter: BodyWaiter) => void;

/**
 * Makes what reads bodies, each within its limit, and all together within a budget: the first bytes of each are free, the
 * rest counts against it from its arrival until the request is answered.
 *
 * No request that the service can do anything with is longer than what is free, so whoever fills the budget keeps nobody
 * from staking. Bytes that were announced and have not come do not count: they take nothing.
 */
export function createBodyReader(limits: Limits = REQUEST_LIMITS): ReadBody {
  const { bodyBytes, smallBodyBytes, bodiesBytes } = limits;
  let held = 0;
  return (request, response, { onBody, onRefusal }) => {
    const length = Number(request.headers['content-length']);
    if (length > bodyBytes) {
      onRefusal(problem('BODY_TOO_LARGE', { bytes: bodyBytes }));
      return;
    }
    const chunks: Buffer[] = [];
    let received = 0;
    let counted = 0;
    let isRefused = false;
    const refuse = (refusal: ProblemError) => {
      isRefused = true;
      onRefusal(refusal);
    };
    const count = () => {
      const more = Math.max(received - smallBodyBytes, 0) - counted;
      if (held + more > bodiesBytes) return refuse(problem('BODIES_TOO_MANY', { bytes: smallBodyBytes }));
      held += more;
      counted += more;
    };
    if (!(length <= smallBodyBytes)) {
      response.once('close', () => {
        held -= counted;
        counted = 0;
      });
    }
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      received += chunk.length;
      if (received > bodyBytes) return refuse(problem('BODY_TOO_LARGE', { bytes: bodyBytes }));
      if (received > smallBodyBytes) count();
      chunks.push(chunk);
    });
    request.on('end', () => {
      if (isRefused) return;
      const [only] = chunks;
      onBody(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, received));
    });
    // Without a listener the end of a connection would be the end of the process.
    request.on('error', () => {
      isRefused = true;
    });
  };
}

// A missing label is taken for JSON, because agents forget it and no other body is ever read. Clients also write a
// semicolon with nothing behind it, and the name of the encoding without its hyphen.
const JSON_MEDIA_TYPE = /^application\/json[ \t]*(;[ \t]*(charset=("?)utf-?8\3[ \t]*;?[ \t]*)?)?$/i;

/** A label that names no media type at all. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/**
 * Says whether a body is to be read: without a label and a length there is none.
 *
 * @throws {ProblemError} `unsupported_media_type` for a label that is none.
 */
export function hasBody({ headers }: Exchange): boolean {
  const { 'content-type': label, 'content-length': length, 'transfer-encoding': coding } = headers;
  if (label === undefined) return coding !== undefined || (length !== undefined && length !== '0');
  if (!MEDIA_TYPE.test(label)) throw problem('MEDIA_TYPE_UNSUPPORTED');
  return true;
}

/**
 * Reads what the bytes of a body say as JSON in UTF-8.
 *
 * @throws {ProblemError} `unsupported_media_type` or `invalid_request`.
 */
export function parseBody({ headers }: Exchange, body: Buffer): unknown {
  const { 'content-type': label, 'content-encoding': encoding } = headers;
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw problem('MEDIA_TYPE_UNSUPPORTED');
  }
  if (label !== undefined && label !== 'application/json' && !JSON_MEDIA_TYPE.test(label)) {
    throw problem('MEDIA_TYPE_UNSUPPORTED');
  }
  return parseStrictJson(body);
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
  if (!hasMembers(value) || isPlain(value, text)) return value;
  if (!assertUnambiguous(text).hasInexactNumbers) return value;
  // The router's order travels through the caller and back: its numbers keep the digits the router wrote.
  return parseExactJson(text, (each, source) => (isExact(source) ? each : JSON.rawJSON(source)));
}

// A flat object of texts that prints as it was sent has lost no key and no digit: the usual body, in no time.
function isPlain(members: Readonly<Record<string, unknown>>, text: string): boolean {
  if (Array.isArray(members)) return false;
  const keys = Object.keys(members);
  if (keys.length > MEMBER_LIMIT) return false;
  for (const key of keys) if (typeof members[key] !== 'string' || REFUSED_KEYS.has(key)) return false;
  return JSON.stringify(members) === text;
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

/** What one request may be, and what connections may take. */
export const REQUEST_LIMITS = {
  bodyBytes: 65_536,
  /** Of a body, what does not count against the budget of all; no request of the contract is as long. */
  smallBodyBytes: 8_192,
  /** What bodies take beyond that at a time, those of all connections together. */
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
