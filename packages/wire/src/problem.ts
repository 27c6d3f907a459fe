import { type Static, Type } from 'typebox';

/**
 * Every problem the service answers: slug → HTTP status and title.
 *
 * A slug keeps its meaning and its status for as long as v1 is deployed; a title may be reworded.
 */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'Invalid request' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  idempotency_in_progress: { status: 409, title: 'Idempotency key in progress' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  idempotency_mismatch: { status: 422, title: 'Idempotency key mismatch' },
  rate_limited: { status: 429, title: 'Rate limited' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  internal_error: { status: 500, title: 'Internal error' },
  upstream_error: { status: 502, title: 'Upstream error' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

/** The stable last segment of a problem's `type`. */
export type ProblemSlug = keyof typeof PROBLEMS;

/** The slugs in the order of their statuses. */
export const PROBLEM_SLUGS = Object.keys(PROBLEMS) as readonly ProblemSlug[];

/** What a failed broadcast says about the transaction itself. */
export const BROADCAST_OUTCOMES = ['rejected', 'expired', 'not_sent', 'unknown'] as const;

/** One of {@link BROADCAST_OUTCOMES}. */
export type BroadcastOutcome = (typeof BROADCAST_OUTCOMES)[number];

/**
 * The body of every error answer, sent as `application/problem+json` (RFC 9457).
 *
 * Left open for further members: RFC 9457 tells readers to skip extensions they do not know.
 */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URI ending in /errors/<slug>. Stable: branch on this.' }),
    title: Type.String({ description: 'Short name for people. May be reworded.' }),
    status: Type.Integer({ description: 'The HTTP status, repeated.' }),
    detail: Type.String({ description: 'What was wrong in this case and what would be right.' }),
    code: Type.Optional(
      Type.String({
        description: 'Stable upper-case word that narrows the slug.',
        examples: ['AMOUNT_TOO_FINE'],
      }),
    ),
    retryable: Type.Optional(
      Type.Boolean({ description: 'Whether the unchanged request can succeed when sent again.' }),
    ),
    outcome: Type.Optional(
      Type.Enum(BROADCAST_OUTCOMES, {
        type: 'string',
        description:
          'Only on broadcast. rejected, expired: build a new transaction. not_sent, unknown: send the same bytes again.',
      }),
    ),
  },
  { title: 'Problem' },
);

/** The body of every error answer. */
export type Problem = Static<typeof Problem>;

/**
 * Returns the URI that identifies a problem.
 *
 * @param siteOrigin - scheme and host without a trailing slash, such as `https://stake.example`.
 */
export function problemType(siteOrigin: string, slug: ProblemSlug): string {
  return `${siteOrigin}/errors/${slug}`;
}
