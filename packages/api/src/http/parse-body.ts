import type { FastifyRequest } from 'fastify';
import { problem } from '../problems/problem.ts';
import { parseStrictJson } from './strict-json.ts';

// A missing label is taken for JSON, because agents forget it and no other body is ever read.
const JSON_MEDIA_TYPE = /^application\/json[ \t]*(;[ \t]*charset=("?)utf-8\2[ \t]*)?$/i;

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
  const label = request.headers['content-type'];
  if (label !== undefined && !JSON_MEDIA_TYPE.test(label)) throw problem('MEDIA_TYPE_UNSUPPORTED');
  request.body = parseStrictJson(body);
}
