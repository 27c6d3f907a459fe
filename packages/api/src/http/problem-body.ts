import { MEDIA_TYPES, PROBLEMS, type Problem, problemType } from '@staking-agent/wire';
import { isProblemError, ProblemError } from '../problem-error.ts';

/** Makes the refusal that stands for any thrown thing: itself, what Fastify means by it, or `internal_error`. */
export function toProblemError(error: unknown): ProblemError {
  if (isProblemError(error)) return error;
  return (
    FASTIFY_PROBLEMS.get((error as { code?: unknown } | null)?.code)?.(error as Error) ?? internalError(error)
  );
}

/** Prints a refusal as the members of RFC 9457 plus ours. */
export function problemBody(error: ProblemError, siteOrigin: string): Problem {
  const { status, title } = PROBLEMS[error.slug];
  const { code, retryable, outcome } = error.facts;
  return {
    type: problemType(siteOrigin, error.slug),
    title,
    status,
    detail: error.message,
    ...(code === undefined ? {} : { code }),
    ...(retryable === undefined ? {} : { retryable }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

/** The media type of every refusal. */
export const PROBLEM_MEDIA_TYPE = `${MEDIA_TYPES.problem}; charset=utf-8`;

const FASTIFY_PROBLEMS: ReadonlyMap<unknown, (error: Error) => ProblemError> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', () => payloadTooLarge()],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', () => unsupportedMediaType()],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', () => malformed('Content-Length does not match the body.')],
  ['FST_ERR_BAD_URL', () => malformed('The path has a malformed percent-escape.')],
  ['FST_ERR_ASYNC_CONSTRAINT', () => malformed('The request cannot be routed.')],
]);

/** The body is over the limit: 413. */
export function payloadTooLarge(): ProblemError {
  return new ProblemError('payload_too_large', 'The body is over 65536 bytes.', {
    code: 'BODY_TOO_LARGE',
    retryable: false,
  });
}

/** The body is not JSON in UTF-8 by its label: 415. */
export function unsupportedMediaType(): ProblemError {
  return new ProblemError(
    'unsupported_media_type',
    'Send the body as Content-Type: application/json in UTF-8, without Content-Encoding.',
    { code: 'MEDIA_TYPE_UNSUPPORTED', retryable: false },
  );
}

function malformed(detail: string): ProblemError {
  return new ProblemError('invalid_request', detail, { code: 'REQUEST_MALFORMED', retryable: false });
}

function internalError(cause: unknown): ProblemError {
  return new ProblemError('internal_error', 'The service met a fault of its own. It has been logged.', {
    code: 'INTERNAL',
    retryable: true,
    cause,
  });
}
