import { PROBLEM_STATUSES, type ProblemSlug } from './statuses.ts';

/**
 * Every problem the service answers: slug → HTTP status, title and what it means.
 *
 * A slug keeps its meaning and its status for as long as v1 is deployed; a title may be reworded.
 */
export const PROBLEMS = {
  invalid_request: {
    status: PROBLEM_STATUSES.invalid_request,
    title: 'Invalid request',
    meaning:
      'A field, a parameter, a header or the JSON itself is missing or wrong. The detail names the field and the rule. Change the request: the same request fails again.',
  },
  forbidden: {
    status: PROBLEM_STATUSES.forbidden,
    title: 'Forbidden',
    meaning:
      'At broadcast and refresh: the `service_token` is malformed, expired, or belongs to other message bytes; the wallet edited the transaction in a way that is not allowed; or another transaction of the build landed or can land. At stake: the partner key is unknown or its partner is inactive; see [partners](partners.md).',
  },
  not_found: {
    status: PROBLEM_STATUSES.not_found,
    title: 'Not found',
    meaning:
      'The strategy, the referral code or the path does not exist. Keys are case-sensitive; `GET /strategies` lists them.',
  },
  method_not_allowed: {
    status: PROBLEM_STATUSES.method_not_allowed,
    title: 'Method not allowed',
    meaning:
      'The path exists and accepts another method, which the `Allow` header names. Reads are `GET`; everything with a body is `POST`.',
  },
  request_timeout: {
    status: PROBLEM_STATUSES.request_timeout,
    title: 'Request timeout',
    meaning: 'The request did not arrive completely in time. Nothing was done; send it again.',
  },
  idempotency_in_progress: {
    status: PROBLEM_STATUSES.idempotency_in_progress,
    title: 'Idempotency key in progress',
    meaning:
      'Another request with this `Idempotency-Key` is still running. Send the same request with the same key after `Retry-After` seconds to get the answer of the first one.',
  },
  payload_too_large: {
    status: PROBLEM_STATUSES.payload_too_large,
    title: 'Payload too large',
    meaning: 'The body is larger than the service reads. No valid request comes near the limit.',
  },
  unsupported_media_type: {
    status: PROBLEM_STATUSES.unsupported_media_type,
    title: 'Unsupported media type',
    meaning: 'The `Content-Type` is not `application/json` in UTF-8, or the body is compressed.',
  },
  idempotency_mismatch: {
    status: PROBLEM_STATUSES.idempotency_mismatch,
    title: 'Idempotency key mismatch',
    meaning:
      'The `Idempotency-Key` was used in the last 24 hours for a request with another body or another referral code, by the same partner, wallet or, on broadcast, for the same message. Nothing was done. Use a new key for a new request.',
  },
  rate_limited: {
    status: PROBLEM_STATUSES.rate_limited,
    title: 'Rate limited',
    meaning:
      'The caller makes more requests than it may. Nothing was done. Wait as long as `Retry-After` says; in every answer, `RateLimit` says what is left of which budget, and `RateLimit-Policy` how large it is.',
  },
  headers_too_large: {
    status: PROBLEM_STATUSES.headers_too_large,
    title: 'Headers too large',
    meaning:
      'The request has too many headers, or they are too long. Look for cookies or tracing headers that a proxy adds.',
  },
  internal_error: {
    status: PROBLEM_STATUSES.internal_error,
    title: 'Internal error',
    meaning:
      'The service has a defect. Try again. If it fails again, report the `X-Request-Id` of the answer. After a broadcast, treat it like the outcome [`unknown`](#outcome).',
  },
  upstream_error: {
    status: PROBLEM_STATUSES.upstream_error,
    title: 'Upstream error',
    meaning:
      'A system behind the service failed or refused: the ledger, the swap router, the vault provider or a source of APY. `retryable` says whether the same request can succeed later. A build that failed has changed nothing. A broadcast says in [`outcome`](#outcome) what became of the transaction. `Retry-After` is passed on if the system gave one.',
  },
  service_unavailable: {
    status: PROBLEM_STATUSES.service_unavailable,
    title: 'Service unavailable',
    meaning:
      'The strategy is not live yet, the operator has stopped or limited it, the service lacks its database, or it is busy. Without the database, requests with an `Idempotency-Key` and stakes with a partner key or a referral code get this answer; other requests are served. `GET /strategies/{key}` always says in `Retry-After` how many seconds to wait.',
  },
} as const satisfies Readonly<Record<ProblemSlug, { status: number; title: string; meaning: string }>>;
