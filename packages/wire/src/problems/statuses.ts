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

export const PROBLEM_SLUGS = Object.keys(PROBLEM_STATUSES) as readonly ProblemSlug[];

/** The outcomes of a failed broadcast: the fate of the transaction, and the caller's next step. */
export const OUTCOMES = {
  rejected: {
    happened:
      'The ledger refused the transaction, or it failed there. It will not land: this service sends these bytes to no node again.',
    advice:
      'Remove the cause that the detail names, then build, sign and broadcast a new transaction, unless the code names another transaction of the build.',
  },
  expired: {
    happened: 'The transaction is in no block, and its blockhash is too old for any other. It will not land.',
    advice: 'Build, sign and broadcast a new transaction.',
  },
  not_sent: {
    happened:
      'No system accepted the bytes of this request. It says nothing of another request of the same bytes that got no answer: that one may still send them.',
    advice:
      'Remove the cause where `retryable` is false, then broadcast the same bytes again. Build a new transaction only if every earlier request of these bytes was answered, and sent nothing either, and the code names no other transaction of the build.',
  },
  unknown: {
    happened:
      'A system may have the bytes, and the ledger does not yet prove what became of them. For example, a gateway answered 502 or 504, the router refused bytes that it had received, or another replica may still send them.',
    advice:
      'Broadcast the same bytes again, or look the signature up on the ledger. Do not build a new transaction until the outcome is another one: both could land.',
  },
} as const;

export type BroadcastOutcome = keyof typeof OUTCOMES;

/** The outcomes, the final ones first. */
export const BROADCAST_OUTCOMES = [
  'rejected',
  'expired',
  'not_sent',
  'unknown',
] as const satisfies readonly BroadcastOutcome[];
