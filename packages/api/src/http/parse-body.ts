import { problem } from '../problems/problem.ts';
import type { Exchange } from './exchange.ts';
import { parseStrictJson } from './strict-json.ts';

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
