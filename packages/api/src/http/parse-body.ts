import type { FastifyRequest } from 'fastify';
import { problem } from '../problems/problem.ts';
import { parseStrictJson } from './strict-json.ts';

// A missing label is taken for JSON, because agents forget it and no other body is ever read. Clients also write a
// semicolon with nothing behind it, and the name of the encoding without its hyphen.
const JSON_MEDIA_TYPE = /^application\/json[ \t]*(;[ \t]*(charset=("?)utf-?8\3[ \t]*;?[ \t]*)?)?$/i;

/**
 * Replaces the bytes of a body by what they say as JSON in UTF-8.
 *
 * A hook and not a content-type parser: after an error in a parser Fastify closes the connection, and a
 * pipelined request behind it would be executed without ever being answered.
 *
 * @throws {ProblemError} `unsupported_media_type` or `invalid_request`.
 */
export function parseBody(request: FastifyRequest): void {
  const { body } = request;
  if (!Buffer.isBuffer(body)) return;
  const { 'content-type': label, 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.trim().toLowerCase() !== 'identity') throw problem('MEDIA_TYPE_UNSUPPORTED');
  if (label !== undefined && !JSON_MEDIA_TYPE.test(label)) throw problem('MEDIA_TYPE_UNSUPPORTED');
  request.body = parseStrictJson(body);
}
