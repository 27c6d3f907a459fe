import { type ProblemDefinitions, quote } from './definition.ts';
import type { Nearest, Quantity } from './problem.ts';

const BODY_FAULTS = {
  encoding: 'The body is not valid UTF-8.',
  syntax: 'The body is not valid JSON; it must be a JSON object.',
  type: 'The body must be a JSON object.',
} as const;

const REQUEST_FAULTS = {
  framing: 'The request is not well-formed HTTP.',
  length: 'Content-Length does not match the body.',
  escape: 'The path has a malformed percent-escape.',
  path: 'The request cannot be routed.',
  expectation: 'The Expect header may only be 100-continue.',
} as const;

const BUDGETED: Readonly<Record<string, string>> = { keyed: 'requests with an Idempotency-Key' };

export const REQUEST_CODES = {
  REQUEST_MALFORMED: {
    slug: 'invalid_request',
    operations: 'every',
    cause: 'The request breaks a rule of HTTP: its framing, its path or its Expect header.',
    cure: 'Correct what the detail names; most HTTP libraries do it right by themselves.',
    detail: ({ fault }: { fault: keyof typeof REQUEST_FAULTS }) => REQUEST_FAULTS[fault],
  },
  HOST_MISSING: {
    slug: 'invalid_request',
    operations: 'every',
    cause: 'The request of HTTP/1.1 has no Host header.',
    cure: 'Send the Host header.',
  },
  HEADER_REPEATED: {
    slug: 'invalid_request',
    operations: 'every',
    cause: 'A header that the operation reads, or Host, is sent more than once.',
    cure: 'Send the header once.',
    detail: ({ header }: { header: string }) => `${header} is repeated; send it once.`,
  },
  HEADERS_TOO_LARGE: {
    slug: 'headers_too_large',
    operations: 'every',
    cause: 'The headers together are too long.',
    cure: 'Remove cookies and tracing headers.',
    detail: ({ bytes }: { bytes: number }) => `The request headers are over ${bytes} bytes.`,
  },
  HEADERS_TOO_MANY: {
    slug: 'headers_too_large',
    title: 'Too many headers',
    operations: 'every',
    cause: 'The request has too many header fields.',
    cure: 'Remove headers that a proxy adds.',
    detail: ({ most }: { most: number }) => `The request has more than ${most} header fields.`,
  },
  REQUEST_TIMEOUT: {
    slug: 'request_timeout',
    title: 'Request too slow',
    retryable: true,
    operations: 'every',
    cause: 'The request did not arrive completely in time.',
    cure: 'Send the request again; nothing was done.',
    detail: ({ seconds }: { seconds: number }) => `The request did not arrive within ${seconds} seconds.`,
  },
  RATE_LIMITED: {
    slug: 'rate_limited',
    retryable: true,
    operations: 'every',
    cause:
      'The caller has used up its budget for such requests; builds, keyed writes, broadcasts and reads have one each.',
    cure: 'Send the request again after Retry-After seconds; RateLimit says beforehand what is left.',
    detail: ({ budget, quota, seconds }: { budget: string; quota: number; seconds: number }) =>
      `This caller may make ${quota} ${BUDGETED[budget] ?? budget} a minute and has made them. Nothing was done. Try again in ${seconds} s.`,
  },
  READERS_TOO_MANY: {
    slug: 'rate_limited',
    title: 'Too many waiting readers',
    retryable: true,
    operations: ['walletHistory'],
    cause: 'As many readers wait for rows as one replica holds, of all callers or of this one.',
    cure: 'Send the request again after Retry-After seconds, or read without wait.',
    detail: ({ all, ofOne }: { all: number; ofOne: number }) =>
      `This replica holds ${all} waiting readers, and ${ofOne} of one caller. Nothing was read. Try again in a few seconds, or read without wait.`,
  },
  PIPELINE_TOO_LONG: {
    slug: 'rate_limited',
    title: 'Too many requests in a row',
    retryable: true,
    operations: 'every',
    retryAfter: 1,
    cause: 'A connection has more requests waiting for an answer than the service allows.',
    cure: 'Wait for answers, or open more connections; this one is closed.',
    detail: ({ most }: { most: number }) =>
      `More than ${most} requests wait on this connection. This one and those behind it were not looked at, and the connection is closed.`,
  },
  BODIES_TOO_MANY: {
    slug: 'rate_limited',
    title: 'Too many large bodies at once',
    retryable: true,
    operations: ['bodies'],
    retryAfter: 1,
    cause: 'The service is reading as many unusually large bodies as it has memory for.',
    cure: 'Send a smaller body: no request needs that many bytes. The service closes this connection.',
    detail: ({ bytes }: { bytes: number }) =>
      `Too many bodies over ${bytes} bytes are under way. Nothing was done. Send a smaller one, or try again in a second.`,
  },
  PATH_NOT_FOUND: {
    slug: 'not_found',
    title: 'Path unknown',
    operations: 'path',
    cause: 'The path is not one of the API.',
    cure: 'Use a path of the OpenAPI document, below /api/v1.',
  },
  METHOD_NOT_ALLOWED: {
    slug: 'method_not_allowed',
    operations: 'path',
    cause: 'The path exists and accepts another method.',
    cure: 'Use a method that the Allow header names.',
    detail: ({ allow }: { allow: string }) => `This path accepts ${allow}.`,
  },
  MEDIA_TYPE_UNSUPPORTED: {
    slug: 'unsupported_media_type',
    operations: ['bodies'],
    cause: 'The body is not labelled as JSON in UTF-8, or it is compressed.',
    cure: 'Send Content-Type: application/json and no Content-Encoding.',
  },
  BODY_TOO_LARGE: {
    slug: 'payload_too_large',
    operations: ['bodies'],
    cause: 'The body is longer than the service reads.',
    cure: 'Send only the fields of the operation.',
    detail: ({ bytes }: { bytes: number }) => `The body is over ${bytes} bytes.`,
  },
  BODY_MISSING: {
    slug: 'invalid_request',
    operations: ['bodies'],
    cause: 'The body is empty.',
    cure: 'Send a JSON object.',
  },
  BODY_MALFORMED: {
    slug: 'invalid_request',
    operations: ['bodies'],
    cause: 'The body is not a JSON object in UTF-8.',
    cure: 'Send one JSON object.',
    detail: ({ fault }: { fault: keyof typeof BODY_FAULTS }) => BODY_FAULTS[fault],
  },
  BODY_TOO_DEEP: {
    slug: 'invalid_request',
    operations: ['bodies'],
    cause: 'The JSON is nested too deeply.',
    cure: 'Send only the fields of the operation.',
    detail: ({ most }: { most: number }) => `The body is nested deeper than ${most} levels.`,
  },
  BODY_TOO_WIDE: {
    slug: 'invalid_request',
    operations: ['bodies'],
    cause: 'The JSON has too many members.',
    cure: 'Send only the fields of the operation.',
    detail: ({ most }: { most: number }) => `The body has more than ${most} members.`,
  },
  KEY_REPEATED: {
    slug: 'invalid_request',
    operations: ['bodies'],
    cause: 'An object of the body has a key twice, which two parsers could read differently.',
    cure: 'Send each key once.',
    detail: ({ key }: { key: string }) => `The body has the key ${quote(key)} twice.`,
  },
  KEY_REFUSED: {
    slug: 'invalid_request',
    operations: ['bodies'],
    cause: 'An object of the body has a key that can change the prototype of an object.',
    cure: 'Remove the key.',
    detail: ({ key }: { key: string }) => `The body has the key ${quote(key)}, which is refused.`,
  },
  NUMBER_INEXACT: {
    slug: 'invalid_request',
    operations: ['bodies'],
    cause: 'A number has more digits than a 64-bit float can hold.',
    cure: 'Send a number that a 64-bit float holds exactly; amounts are text.',
    detail: ({ key }: { key: string }) =>
      `${quote(key)} is a number with more digits than JSON readers keep.`,
  },
  IDEMPOTENCY_KEY_MALFORMED: {
    slug: 'invalid_request',
    operations: ['keyed'],
    cause: 'The Idempotency-Key is empty, too long or not visible ASCII.',
    cure: 'Send a UUID.',
    detail: ({ header }: { header: string }) =>
      `${header} must be 1 to 255 visible ASCII characters, such as a UUID.`,
  },
  IDEMPOTENCY_KEY_IN_PROGRESS: {
    slug: 'idempotency_in_progress',
    retryable: true,
    operations: ['keyed'],
    retryAfter: 1,
    cause: 'The first request with this Idempotency-Key is still running.',
    cure: 'Send the same request with the same key again.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    slug: 'idempotency_mismatch',
    operations: ['keyed'],
    cause: 'The Idempotency-Key belongs to another request of the last 24 hours. Nothing was done.',
    cure: 'For a new request use a new key; at broadcast, see first what became of the transaction that was sent under this one.',
  },
  IDEMPOTENT_ANSWER_RETIRED: {
    slug: 'idempotency_mismatch',
    title: 'Kept answer no longer good',
    operations: ['builds'],
    cause:
      'The answer that is kept for this Idempotency-Key can no longer be used: the key of its service_token has been retired. Nothing was built.',
    cure: 'Make sure that the transaction of that answer did not land, then build again with a new key.',
  },
  INTERNAL: {
    slug: 'internal_error',
    title: 'Internal error',
    retryable: true,
    operations: 'every',
    cause: 'The service has a defect. It has been logged.',
    cure: 'Try again. If it fails again, report the X-Request-Id.',
  },
} as const satisfies ProblemDefinitions;

/** The operator's limit and the amount of a request, of one asset. */
type AboveLimit = {
  readonly limit: Quantity;
  readonly asked: Quantity;
  readonly span: keyof typeof SPANS;
  readonly nearest: Nearest;
};

/** The rest of an hourly limit, and when there is room for the request; undefined while that is not known. */
type LimitReached = {
  readonly strategy: string;
  readonly limit: Quantity;
  readonly asked: Quantity;
  readonly remaining: Quantity;
  readonly roomAt: string | undefined;
  readonly nearest: Nearest;
};

const SPANS = { transaction: 'in one transaction', hour: 'within an hour' } as const;

export const LIMIT_CODES = {
  AMOUNT_ABOVE_LIMIT: {
    slug: 'invalid_request',
    title: 'Amount above the limit',
    operations: ['stake', 'broadcast'],
    cause: 'The amount is more than the operator of this service accepts in one transaction, or in any hour.',
    cure: 'Stake at most the limit that the problem carries, in several transactions where you need more.',
    detail: ({ limit, asked, span }: AboveLimit) =>
      `amount must be at most ${print(limit)}, which is what the operator of this service takes ${SPANS[span]}; it is ${print(asked)}.`,
    members: ({ limit, asked, nearest }: AboveLimit) => ({ limit, asked, nearest }),
  },
  VALUE_LIMIT_EXCEEDED: {
    slug: 'service_unavailable',
    title: 'Limit of the hour reached',
    retryable: true,
    operations: ['stake', 'broadcast'],
    retryAfter: 60,
    cause:
      'The operator of this service limits what the strategy accepts within an hour, and less is left than the request needs.',
    cure: 'Stake at most what remaining says, or send the request again after Retry-After.',
    detail: ({ strategy, limit, asked, remaining, roomAt }: LimitReached) =>
      `The operator of this service takes at most ${print(limit)} into ${strategy} within an hour, of which ${print(remaining)} is left; the request needs ${print(asked)}. Nothing was sent.${roomAt === undefined ? '' : ` There is room for it from ${roomAt} on.`}`,
    members: ({ limit, asked, remaining, roomAt, nearest }: LimitReached) => ({
      limit,
      nearest,
      asked,
      remaining,
      ...(roomAt !== undefined && { roomAt }),
    }),
  },
} as const satisfies ProblemDefinitions;

function print({ amount, asset }: Quantity): string {
  return `${amount} ${asset}`;
}

const STORE_PURPOSES = {
  idempotency:
    'The service cannot keep Idempotency-Keys at present. Send the request again, or without a key.',
  attribution:
    'The service cannot look up partners and referral codes at present. Send the request again, or without them.',
  'provider build':
    'The service cannot keep the transaction of a provider at present, which must be handed out once. Nothing was built; send the request again.',
  edits:
    'The service cannot look up at present what was broadcast or refreshed of this build. Nothing was built; send the request again.',
  broadcast:
    'The service cannot record transactions at present, and sends none without. An earlier request may have sent this one: broadcast the same signed transaction again; do not build another one.',
  yields: 'The service cannot read its record of yields at present. Try again in a few seconds.',
} as const;

export const SERVICE_CODES = {
  STOPPED_BY_OPERATOR: {
    slug: 'service_unavailable',
    title: 'Stopped by the operator',
    retryable: true,
    operations: ['builds', 'quote', 'broadcast'],
    retryAfter: 60,
    cause: 'The operator has temporarily stopped a strategy, or calls to an upstream.',
    cure: 'Nothing is wrong with the request. Send it again later, or use another strategy or kind.',
    detail: ({ what }: { what: string }) =>
      `The operator of this service has stopped ${what} for the time being. Nothing was done. Try again later.`,
  },
  STORE_SET_BACK: {
    slug: 'service_unavailable',
    title: 'Database set back',
    retryable: true,
    operations: ['builds', 'quote', 'broadcast'],
    retryAfter: 60,
    cause:
      'The database of the service has lost a part of what it held, so the service builds and sends nothing until its operator starts it again.',
    cure: 'Send the same request again later. What was broadcast before may still land: ask for its status.',
  },
  STORE_UNAVAILABLE: {
    slug: 'service_unavailable',
    title: 'Database unavailable',
    retryable: true,
    operations: ['keyed', 'apyHistory'],
    retryAfter: 2,
    cause: 'The service needs its database for this request and cannot reach it.',
    cure: 'Send the same request again; of a broadcast, the same signed transaction. Builds of most kinds need no database without Idempotency-Key, partner key and referral code.',
    detail: ({ purpose }: { purpose: keyof typeof STORE_PURPOSES }) => STORE_PURPOSES[purpose],
  },
} as const satisfies ProblemDefinitions;
