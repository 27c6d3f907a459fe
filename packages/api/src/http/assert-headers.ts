import { HEADERS } from '@staking-agent/wire';
import type { FastifyRequest } from 'fastify';
import { invalidRequest, ProblemError } from '../problem-error.ts';
import { unsupportedMediaType } from './problem-body.ts';

const FIELD_LIMIT = 100;
const SINGLE_NAMES = [HEADERS.idempotencyKey, HEADERS.partnerKey, HEADERS.referralCode].map((name) =>
  name.toLowerCase(),
);
const SINGLE: ReadonlySet<string> = new Set(SINGLE_NAMES);

/**
 * Refuses header fields that could be read in two ways.
 *
 * @throws {ProblemError} `headers_too_large` above 100 fields, `invalid_request` for a repeated single-valued
 *   header, `unsupported_media_type` for a compressed body.
 */
export function assertHeaders({ raw, headers }: FastifyRequest): void {
  const { rawHeaders } = raw;
  if (rawHeaders.length > FIELD_LIMIT * 2) {
    throw new ProblemError('headers_too_large', `The request has more than ${FIELD_LIMIT} header fields.`, {
      code: 'HEADERS_TOO_MANY',
      retryable: false,
    });
  }
  if (headers.host === undefined) throw invalidRequest('The Host header is missing.', 'HOST_MISSING');
  if (headers['content-encoding'] !== undefined) throw unsupportedMediaType();
  if (!SINGLE_NAMES.some((name) => headers[name] !== undefined)) return;
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name))
      throw invalidRequest(`The header ${name} stands there twice; send it once.`, 'HEADER_REPEATED');
    seen.add(name);
  }
}
