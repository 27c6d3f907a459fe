import { API_VERSION, HEADERS } from '../headers.ts';
import type { Json } from './schemas.ts';

/** The request headers of the document, by component name. */
export const REQUEST_HEADERS: { readonly [name: string]: Json } = {
  [HEADERS.idempotencyKey]: {
    name: HEADERS.idempotencyKey,
    in: 'header',
    description:
      'A unique text, usually a UUID. For 24 hours, the same key with the same request returns the same answer, byte for byte, even when its transaction has expired: use a new key to build again. Only successful answers are stored.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '8b4f2f0e-6c0b-4a55-9d2e-3f6d7c1f9a10',
  },
  [HEADERS.partnerKey]: {
    name: HEADERS.partnerKey,
    in: 'header',
    description:
      'Partner attribution, in place of partner_api_key. A secret of the partner, for servers only.',
    schema: { type: 'string' },
  },
  [HEADERS.referralCode]: {
    name: HEADERS.referralCode,
    in: 'header',
    description: 'Referral attribution, in place of referral_code.',
    schema: { type: 'string' },
    example: 'ACORN23',
  },
};

/** The response headers of the document, by component name. */
export const RESPONSE_HEADERS: { readonly [name: string]: Json } = {
  [HEADERS.serviceApiVersion]: {
    description: 'Version of the HTTP surface.',
    required: true,
    schema: { type: 'string', const: API_VERSION },
  },
  [HEADERS.requestId]: {
    description: 'Identifies this request in the logs; quote it in support requests.',
    schema: { type: 'string' },
  },
  [HEADERS.idempotentReplayed]: {
    description: 'Present when the answer repeats an earlier one with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  [HEADERS.rateLimit]: {
    description:
      'What is left to this caller: for each budget by name, r requests for the next t seconds (draft-ietf-httpapi-ratelimit-headers-11). Absent where the service limits nobody, and on /health.',
    schema: { type: 'string', examples: ['"builds";r=598;t=1'] },
  },
  [HEADERS.rateLimitPolicy]: {
    description: 'The budgets that this request counts against: q requests in w seconds.',
    schema: { type: 'string', examples: ['"builds";q=600;w=60'] },
  },
  [HEADERS.historyComplete]: {
    description:
      'Whether the points cover the whole range: false where it begins or ends three days or more away from a point, where three days or more are without one, or where the source has more than it gives out.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  [HEADERS.link]: {
    description:
      'Of a refusal: where its code is explained (`rel="help"`). Of /health: the OpenAPI document of this deployment (`rel="service-desc"`).',
    schema: {
      type: 'string',
      examples: ['<https://stake.example/errors/invalid_request/AMOUNT_TOO_FINE>; rel="help"'],
    },
  },
  [HEADERS.retryAfter]: {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** Refers to response headers by name. */
export function responseHeaders(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
