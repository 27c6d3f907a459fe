import { HEADERS } from '../http.ts';
import type { Operation } from '../operation.ts';
import type { OperationId } from '../operations/index.ts';
import type { ProblemMembers } from './problem.ts';
import { type BroadcastOutcome, PROBLEM_SLUGS, PROBLEM_STATUSES, type ProblemSlug } from './statuses.ts';

/**
 * The operations that answer a code: every one, or those that are named or belong to a group. `path` is answered before an operation
 * is found; `failure` only explains a transaction that failed on the ledger.
 */
export type AnsweredBy = 'every' | 'path' | 'failure' | readonly (OperationId | OperationGroup)[];

/** The contract of one code. */
export type ProblemDefinition = {
  readonly slug: ProblemSlug;
  /** Short name for people, where it is not the words of the code. */
  readonly title?: string;
  /** Set where the unchanged request can succeed when sent again. */
  readonly retryable?: true;
  readonly operations: AnsweredBy;
  /** One sentence: what was wrong. */
  readonly cause: string;
  /** One sentence: what the caller can do. */
  readonly cure: string;
  /** The fate of the transaction, where the code alone decides it. */
  readonly outcome?: BroadcastOutcome;
  /** Seconds after which to ask again. */
  readonly retryAfter?: number;
  /** The text of one case, made from its facts; cause and cure where it has none. */
  detail?(facts: never): string;
  /** The extension members of one case. */
  members?(facts: never): ProblemMembers;
};

/** Codes by name. */
export type ProblemDefinitions = Readonly<Record<string, ProblemDefinition>>;

/** A group of operations that codes name instead of ids, so that a new operation belongs to it by its description. */
export type OperationGroup = keyof typeof OPERATION_GROUPS;

export const OPERATION_GROUPS = {
  /** Has a JSON body. */
  bodies: ({ body }: Operation) => body !== undefined,
  /** Has members or parameters that a caller must send. */
  requiring: ({ body, requiredQuery = [] }: Operation) =>
    (body?.required ?? []).length > 0 || requiredQuery.length > 0,
  /** Accepts an `Idempotency-Key`. */
  keyed: ({ requestHeaders = [] }: Operation) => requestHeaders.includes(HEADERS.idempotencyKey),
  /** Answers a transaction to sign. */
  builds: ({ responses }: Operation) =>
    Object.values(responses).some(({ properties }: { properties?: object }) =>
      Object.hasOwn(properties ?? {}, 'service_token'),
    ),
} as const;

/** Quotes text of a caller for a detail: at most 64 characters, on one line, printable ASCII. */
export function quote(text: string): string {
  const short = text.length > 64 ? `${text.slice(0, 61)}...` : text;
  return JSON.stringify(short).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const TEXTS = {
  invalid_request: {
    title: 'Invalid request',
    meaning:
      'A field, a parameter, a header or the JSON itself is missing or wrong. The detail names the field and the rule. Change the request: the same request fails again.',
  },
  forbidden: {
    title: 'Forbidden',
    meaning:
      'At broadcast and refresh: the `service_token` is malformed, expired, or belongs to other message bytes; the wallet edited the transaction in a way that is not allowed; or another transaction of the build landed or can land. At stake: the partner key is unknown or its partner is inactive; see [partners](partners.md).',
  },
  not_found: {
    title: 'Not found',
    meaning:
      'The strategy, the referral code or the path does not exist. Keys are case-sensitive; `GET /strategies` lists them.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    meaning:
      'The path exists and accepts another method, which the `Allow` header names. Reads are `GET`; everything with a body is `POST`.',
  },
  request_timeout: {
    title: 'Request timeout',
    meaning: 'The request did not arrive completely in time. Nothing was done; send it again.',
  },
  idempotency_in_progress: {
    title: 'Idempotency key in progress',
    meaning:
      'Another request with this `Idempotency-Key` is still running. Send the same request with the same key after `Retry-After` seconds to get the answer of the first one.',
  },
  payload_too_large: {
    title: 'Payload too large',
    meaning: 'The body is larger than the service reads. No valid request comes near the limit.',
  },
  unsupported_media_type: {
    title: 'Unsupported media type',
    meaning: 'The `Content-Type` is not `application/json` in UTF-8, or the body is compressed.',
  },
  idempotency_mismatch: {
    title: 'Idempotency key mismatch',
    meaning:
      'The `Idempotency-Key` was used in the last 24 hours for a request with another body or another referral code, by the same partner or wallet. Nothing was done; [`outcome`](#outcome) of a broadcast says whether its bytes may have been sent before. Use a new key for a new request.',
  },
  rate_limited: {
    title: 'Rate limited',
    meaning:
      'The caller makes more requests than it may. Nothing was done. Wait as long as `Retry-After` says; in every answer, `RateLimit` says what is left of which budget, and `RateLimit-Policy` how large it is.',
  },
  headers_too_large: {
    title: 'Headers too large',
    meaning:
      'The request has too many headers, or they are too long. Look for cookies or tracing headers that a proxy adds.',
  },
  internal_error: {
    title: 'Internal error',
    meaning:
      'The service has a defect. Try again. If it fails again, report the `X-Request-Id` of the answer. After a broadcast, treat it like the outcome [`unknown`](#outcome).',
  },
  upstream_error: {
    title: 'Upstream error',
    meaning:
      'A system behind the service failed or refused: the ledger, the swap router, the vault provider or a source of APY. `retryable` says whether the same request can succeed later. A build that failed has changed nothing. A broadcast says in [`outcome`](#outcome) what became of the transaction. `Retry-After` is passed on if the system gave one.',
  },
  service_unavailable: {
    title: 'Service unavailable',
    meaning:
      'The strategy is not live yet, the operator has stopped or limited it, the service lacks its database, or it is busy. Without the database, requests with an `Idempotency-Key` and stakes with a partner key or a referral code get this answer; other requests are served. `GET /strategies/{key}` always says in `Retry-After` how many seconds to wait.',
  },
} as const satisfies Readonly<Record<ProblemSlug, { title: string; meaning: string }>>;

/**
 * Every problem the service answers: slug → HTTP status, title and meaning.
 *
 * A slug keeps its meaning and its status for as long as v1 is deployed; a title may be reworded.
 */
export const PROBLEMS = Object.fromEntries(
  PROBLEM_SLUGS.map((slug) => [slug, { status: PROBLEM_STATUSES[slug], ...TEXTS[slug] }]),
) as Readonly<Record<ProblemSlug, { status: number; title: string; meaning: string }>>;
