import { HEADERS } from '@staking-agent/wire/light';
import type { Problem, ProblemSlug } from './generated/contract.ts';
import { StakingError } from './staking-error.ts';

/** Statuses that a proxy answers by itself when the service cannot be reached. */
const OF_PROXIES: readonly number[] = [429, 502, 503, 504];

/**
 * Creates the error of an unsuccessful answer: its problem, or `ANSWER_MALFORMED` when the answer is not one of this API.
 *
 * @param body - the parsed answer; undefined unless it is an object.
 */
export function readRefusal(response: Response, body: object | undefined): StakingError {
  const { status, headers } = response;
  const after = Number(headers.get(HEADERS.retryAfter) ?? undefined);
  const shared = {
    status,
    requestId: headers.get(HEADERS.requestId) ?? undefined,
    retryAfter: after >= 0 ? after : undefined,
  };
  if (response.ok || !isProblem(body)) {
    return new StakingError(`The answer with status ${status} is none of this API.`, {
      ...shared,
      kind: 'transport',
      code: 'ANSWER_MALFORMED',
      retryable: response.ok || OF_PROXIES.includes(status),
    });
  }
  const slug = body.type.slice(body.type.lastIndexOf('/') + 1) as ProblemSlug;
  return new StakingError(body.detail, {
    ...shared,
    kind: 'problem',
    code: body.code ?? slug.toUpperCase(),
    slug,
    retryable: body.retryable === true,
    outcome: body.outcome,
    signature: body.signature,
    problem: body,
  });
}

function isProblem(body: object | undefined): body is Problem {
  const { type, detail } = { ...body } as Partial<Problem>;
  return typeof type === 'string' && typeof detail === 'string';
}
