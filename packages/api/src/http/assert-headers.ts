import type { FastifyRequest } from 'fastify';
import { problem } from '../problems/problem.ts';

const FIELD_LIMIT = 100;

/**
 * Refuses header fields that no operation can do with.
 *
 * @throws {ProblemError} `headers_too_large` above 100 fields, `invalid_request` without a host,
 *   `unsupported_media_type` for a compressed body.
 */
export function assertHeaders({ raw, headers }: FastifyRequest): void {
  const { rawHeaders } = raw;
  if (rawHeaders.length > FIELD_LIMIT * 2) {
    throw problem('HEADERS_TOO_MANY', { most: FIELD_LIMIT });
  }
  if (headers.host === undefined) throw problem('HOST_MISSING');
  if (headers['content-encoding'] !== undefined) throw problem('MEDIA_TYPE_UNSUPPORTED');
}

/**
 * Refuses a header that an operation reads and that stands there twice.
 *
 * @param names - in any case.
 * @throws {ProblemError} `invalid_request`.
 */
export function assertSingle(
  { raw: { rawHeaders }, headers }: FastifyRequest,
  names: readonly string[],
): void {
  for (const each of names) {
    const name = each.toLowerCase();
    if (headers[name] === undefined) continue;
    const count = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === name).length;
    if (count > 1) throw problem('HEADER_REPEATED', { header: name });
  }
}
