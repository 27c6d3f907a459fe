import type { FastifyRequest } from 'fastify';
import { unsupportedMediaType } from './problem-body.ts';
import { parseStrictJson } from './strict-json.ts';

// A missing label is taken for JSON, because agents forget it and no other body is ever read.
const JSON_MEDIA_TYPE = /^application\/json[ \t]*(;[ \t]*charset=("?)utf-8\2[ \t]*)?$/i;

/** Parses a request body labelled as JSON in UTF-8, or not labelled at all. */
export async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const label = request.headers['content-type'];
  if (label !== undefined && !JSON_MEDIA_TYPE.test(label)) throw unsupportedMediaType();
  return parseStrictJson(body);
}
