import { type Problem, problemType } from '../problems/problem.ts';
import { PROBLEMS, type ProblemSlug } from '../problems/slugs.ts';

type Extensions = Omit<Problem, 'type' | 'title' | 'status' | 'detail'>;

function example(slug: ProblemSlug, detail: string, extensions: Extensions = {}): Problem {
  const { title, status } = PROBLEMS[slug];
  return { type: problemType('https://stake.example', slug), title, status, detail, ...extensions };
}

/** One body per problem, as a caller would meet it. */
export const PROBLEM_EXAMPLES: { readonly [Slug in ProblemSlug]: Problem } = {
  invalid_request: example('invalid_request', 'amount must have at most 9 decimal places.', {
    code: 'AMOUNT_TOO_FINE',
    retryable: false,
  }),
  forbidden: example('forbidden', 'The service_token has expired. Build the transaction again.', {
    code: 'TOKEN_EXPIRED',
    retryable: false,
  }),
  not_found: example('not_found', 'There is no such strategy.', {
    code: 'STRATEGY_NOT_FOUND',
    retryable: false,
  }),
  method_not_allowed: example('method_not_allowed', 'This path takes POST.', { retryable: false }),
  request_timeout: example('request_timeout', 'The request did not arrive completely in time.', {
    retryable: true,
  }),
  idempotency_in_progress: example(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running.',
    { retryable: true },
  ),
  payload_too_large: example('payload_too_large', 'The body is larger than the service reads.', {
    retryable: false,
  }),
  unsupported_media_type: example('unsupported_media_type', 'The body must be application/json in UTF-8.', {
    retryable: false,
  }),
  idempotency_mismatch: example(
    'idempotency_mismatch',
    'This Idempotency-Key already belongs to a different request.',
    { retryable: false },
  ),
  rate_limited: example('rate_limited', 'Too many requests from this address.', { retryable: true }),
  headers_too_large: example('headers_too_large', 'The request headers are too large.', {
    retryable: false,
  }),
  internal_error: example('internal_error', 'The service failed. The fault is on our side.', {
    retryable: true,
  }),
  upstream_error: example('upstream_error', 'The blockhash of the transaction has expired.', {
    code: 'BLOCKHASH_EXPIRED',
    retryable: false,
    outcome: 'expired',
  }),
  service_unavailable: example('service_unavailable', 'sol-leveraged-stake is announced, but not live yet.', {
    code: 'STRATEGY_NOT_LIVE',
    retryable: true,
  }),
};
