import type { TObject, TSchema } from 'typebox';
import { HEADERS } from './headers.ts';
import { PROBLEM_SLUGS, type ProblemSlug } from './problem.ts';

/** A request header that an operation reads. */
export type RequestHeader =
  | typeof HEADERS.idempotencyKey
  | typeof HEADERS.partnerKey
  | typeof HEADERS.referralCode;

/** One endpoint: the single description that server, client, documents and tests are made from. */
export type Operation = {
  /** Name in code, in the documents, in metrics and in logs. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the base path, with parameters in braces: `/strategies/{key}`. */
  readonly path: string;
  /** The group it is listed under in the documents. */
  readonly tag: 'service' | 'strategies' | 'transactions';
  readonly summary: string;
  readonly description: string;
  /** Path parameters. */
  readonly params?: TObject;
  readonly query?: TObject;
  /** Query parameters a caller must send although the schema lets them pass, so that the service words the refusal. */
  readonly requiredQuery?: readonly string[];
  /** JSON body: types only; members that are not named here are ignored. */
  readonly body?: TObject;
  readonly requestHeaders?: readonly RequestHeader[];
  /** The 200 bodies by variant; each refuses unknown members, so one answer fits exactly one variant. */
  readonly responses: Readonly<Record<string, TSchema>>;
  /** What this endpoint itself refuses with; {@link everyProblemOf} adds what any request can meet. */
  readonly problems: readonly ProblemSlug[];
  /** The problems that always come with `Retry-After` here. */
  readonly retryAfterOn?: readonly ProblemSlug[];
};

const OF_ANY_REQUEST: readonly ProblemSlug[] = [
  'invalid_request',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];
const OF_BODIES: readonly ProblemSlug[] = ['payload_too_large', 'unsupported_media_type'];
const OF_IDEMPOTENCY: readonly ProblemSlug[] = ['idempotency_in_progress', 'idempotency_mismatch'];

/** Returns every problem an operation can answer, in the order of statuses: its own, and those of any request. */
export function everyProblemOf(operation: Operation): readonly ProblemSlug[] {
  const possible = new Set([
    ...operation.problems,
    ...OF_ANY_REQUEST,
    ...(operation.body === undefined ? [] : OF_BODIES),
    ...(operation.requestHeaders?.includes(HEADERS.idempotencyKey) ? OF_IDEMPOTENCY : []),
  ]);
  return PROBLEM_SLUGS.filter((slug) => possible.has(slug));
}
