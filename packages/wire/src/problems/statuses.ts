/** Every problem the service answers: slug → HTTP status. A slug keeps its status for as long as v1 is deployed. */
export const PROBLEM_STATUSES = {
  invalid_request: 400,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  upstream_error: 502,
  service_unavailable: 503,
} as const satisfies Readonly<Record<string, number>>;

/** The stable last segment of a problem's `type`. */
export type ProblemSlug = keyof typeof PROBLEM_STATUSES;

/** The slugs in the order of their statuses. */
export const PROBLEM_SLUGS = Object.keys(PROBLEM_STATUSES) as readonly ProblemSlug[];
