import { MEDIA_TYPES, PROBLEMS, type Problem, problemHelp, problemType } from '@staking-agent/wire';
import { fromUpstreamFailure } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';

/** Returns the problem for anything thrown: itself, the one that a fault of an upstream or the store means, or `internal_error`. */
export function toProblemError(thrown: unknown): ProblemError {
  const error = fromUpstreamFailure(thrown);
  return isProblemError(error) ? error : problem('INTERNAL', undefined, { cause: error });
}

/** Prints a refusal as the members of RFC 9457 plus ours. */
export function problemBody(error: ProblemError, siteOrigin: string): Problem {
  const { slug, message: detail, code, retryable, outcome, members } = error;
  const { status, title } = PROBLEMS[slug];
  return {
    type: problemType(siteOrigin, slug),
    title,
    status,
    detail,
    code,
    retryable,
    ...(outcome === undefined ? {} : { outcome }),
    ...members,
  };
}

/** Prints where a refusal is explained, as the value of `Link`. */
export function problemLink({ slug, code }: ProblemError, siteOrigin: string): string {
  return `<${problemHelp(siteOrigin, slug, code)}>; rel="help"`;
}

/** The media type of every refusal. */
export const PROBLEM_MEDIA_TYPE = `${MEDIA_TYPES.problem}; charset=utf-8`;
