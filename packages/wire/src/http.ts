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

/** Headers of an answer that a page of another origin may read. */
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
 * Headers of every answer for browsers, preflight included.
 *
 * The attribution headers are not among the allowed ones: a page in a browser sends the body fields instead.
 */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
} as const;

/** The header of a preflight only: a browser need not ask again for a day. */
export const PREFLIGHT_HEADERS = { 'Access-Control-Max-Age': '86400' } as const;

/** The headers that every answer carries with the same value. */
export const FIXED_HEADERS = {
  [HEADERS.serviceApiVersion]: API_VERSION,
  ...CORS_HEADERS,
} as const;

/** Where an operation is called. */
export type Route = {
  readonly method: 'GET' | 'POST';
  /** Below the base path, with parameters in braces: `/strategies/{key}`. */
  readonly path: string;
  /** True if it accepts an `Idempotency-Key`. */
  readonly isKeyed?: true;
};

/** Method and path of every operation, in the order of a reader: look around, build, submit. */
export const ROUTES = {
  health: { method: 'GET', path: '/health' },
  status: { method: 'GET', path: '/status' },
  listStrategies: { method: 'GET', path: '/strategies' },
  getStrategy: { method: 'GET', path: '/strategies/{key}' },
  getStrategyFacts: { method: 'GET', path: '/strategies/{key}/facts' },
  apyHistory: { method: 'GET', path: '/apy/history' },
  getLimits: { method: 'GET', path: '/limits' },
  listPositions: { method: 'GET', path: '/wallets/{wallet}/positions' },
  listManyPositions: { method: 'POST', path: '/positions' },
  walletHistory: { method: 'GET', path: '/wallets/{wallet}/history' },
  stake: { method: 'POST', path: '/stake', isKeyed: true },
  unstake: { method: 'POST', path: '/unstake', isKeyed: true },
  quote: { method: 'POST', path: '/quote' },
  exitOptions: { method: 'POST', path: '/exit-options' },
  entryOptions: { method: 'POST', path: '/entry-options' },
  withdraw: { method: 'POST', path: '/withdraw', isKeyed: true },
  split: { method: 'POST', path: '/split', isKeyed: true },
  merge: { method: 'POST', path: '/merge', isKeyed: true },
  refresh: { method: 'POST', path: '/refresh', isKeyed: true },
  broadcast: { method: 'POST', path: '/broadcast', isKeyed: true },
  getTransaction: { method: 'GET', path: '/transactions/{signature}' },
} as const satisfies Readonly<Record<string, Route>>;
