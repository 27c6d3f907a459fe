/** The version of the HTTP surface, in the base path, in a header and in the health answer. */
export const API_VERSION = 'v1';

/** The neutral name the health answer gives. */
export const SERVICE_NAME = 'staking-agent-api';

/** Where every operation's path begins. */
export const BASE_PATH = '/api/v1';

/** The names of the headers that carry meaning here, as they are printed. */
export const HEADERS = {
  serviceApiVersion: 'X-Service-Api-Version',
  requestId: 'X-Request-Id',
  idempotencyKey: 'Idempotency-Key',
  idempotentReplayed: 'Idempotent-Replayed',
  partnerKey: 'X-Partner-Key',
  referralCode: 'X-Referral-Code',
  historyComplete: 'X-History-Complete',
  retryAfter: 'Retry-After',
  rateLimit: 'RateLimit',
  rateLimitPolicy: 'RateLimit-Policy',
  allow: 'Allow',
  link: 'Link',
} as const;

/** The name of a header that carries meaning here. */
export type HeaderName = (typeof HEADERS)[keyof typeof HEADERS];

/** The media types of the service: `json` for requests and answers, `problem` for errors. */
export const MEDIA_TYPES = {
  json: 'application/json',
  problem: 'application/problem+json',
} as const;
