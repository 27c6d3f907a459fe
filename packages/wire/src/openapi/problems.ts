import { listProblemExamples } from '../examples/index.ts';
import { HEADERS, MEDIA_TYPES } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations/index.ts';
import { PROBLEM_CODES, type ProblemCode } from '../problems/codes.ts';
import { listSlugs } from '../problems/list-codes.ts';
import { PROBLEMS } from '../problems/slugs.ts';
import { PROBLEM_SLUGS, type ProblemSlug } from '../problems/statuses.ts';
import { RESPONSE_HEADERS, responseHeaders } from './headers.ts';
import type { Json } from './schemas.ts';

// Where waiting helps, the service may say how long; only an operation's `retryAfterOn` promises it.
const MAY_SAY_WHEN: readonly ProblemSlug[] = [
  'idempotency_in_progress',
  'rate_limited',
  'upstream_error',
  'service_unavailable',
];

/** Prints the problem answers that operations refer to, by slug. */
export function printProblemResponses(): Json {
  const used = new Set(Object.values<Operation>(OPERATIONS).flatMap(listSlugs));
  return Object.fromEntries(
    PROBLEM_SLUGS.flatMap((slug) => (used.has(slug) ? [[slug, printProblemResponse(slug)]] : [])),
  );
}

/** Prints the problems of one operation, by status. */
export function printProblems(operation: Operation): Json {
  return Object.fromEntries(
    listSlugs(operation).map((slug) => [String(PROBLEMS[slug].status), refer(operation, slug)]),
  );
}

function refer(operation: Operation, slug: ProblemSlug): Json {
  if (!operation.retryAfterOn?.includes(slug)) return { $ref: `#/components/responses/${slug}` };
  const { headers, ...response } = printProblemResponse(slug);
  const promised = { ...RESPONSE_HEADERS[HEADERS.retryAfter], required: true };
  return { ...response, headers: { ...headers, [HEADERS.retryAfter]: promised } };
}

function printExamples(slug: ProblemSlug): Json {
  const recorded = listProblemExamples(slug);
  if (recorded.length === 0) return {};
  return {
    examples: Object.fromEntries(
      recorded.map((value) => [
        String(value.code),
        { summary: PROBLEM_CODES[value.code as ProblemCode].cause, value },
      ]),
    ),
  };
}

function printProblemResponse(slug: ProblemSlug) {
  const extra: string[] = [];
  if (MAY_SAY_WHEN.includes(slug)) extra.push(HEADERS.retryAfter);
  return {
    description: PROBLEMS[slug].title,
    headers: responseHeaders(
      HEADERS.serviceApiVersion,
      HEADERS.requestId,
      HEADERS.link,
      HEADERS.rateLimit,
      HEADERS.rateLimitPolicy,
      ...extra,
    ),
    content: {
      [MEDIA_TYPES.problem]: {
        schema: { $ref: '#/components/schemas/Problem' },
        ...printExamples(slug),
      },
    },
  };
}
