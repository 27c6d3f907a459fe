import { API_VERSION, HEADERS, type HeaderName } from './headers.ts';

/** What a page of another origin may read of an answer. */
const EXPOSED: readonly HeaderName[] = [
  HEADERS.serviceApiVersion,
  HEADERS.requestId,
  HEADERS.idempotentReplayed,
  HEADERS.historyComplete,
  HEADERS.retryAfter,
  HEADERS.rateLimit,
  HEADERS.rateLimitPolicy,
  HEADERS.allow,
  HEADERS.link,
];

/**
 * What every answer says to browsers, preflight included.
 *
 * The attribution headers are not among the allowed ones: a page in a browser sends the body fields instead.
 */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
} as const;

/** What a preflight is told besides: a browser need not ask again for a day. */
export const PREFLIGHT_HEADERS = { 'Access-Control-Max-Age': '86400' } as const;

/** The headers that every answer carries with the same value. */
export const FIXED_HEADERS = {
  [HEADERS.serviceApiVersion]: API_VERSION,
  ...CORS_HEADERS,
} as const;
