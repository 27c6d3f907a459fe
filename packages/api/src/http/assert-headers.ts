import { problem } from '../problems/problem.ts';
import type { Exchange } from './exchange.ts';

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
