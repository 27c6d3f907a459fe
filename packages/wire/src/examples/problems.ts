import type { ProblemCode } from '../problems/codes.ts';
import type { Problem } from '../problems/problem.ts';
import type { ProblemSlug } from '../problems/statuses.ts';
import { RECORDED_PROBLEMS } from './generated/problems.ts';

/** Problems as a running service answered them, by code; a code that chance or time decides has none. */
export const RECORDED: { readonly [Code in ProblemCode]?: Problem } = RECORDED_PROBLEMS;

/** The recorded problems of one slug, in the order of their codes. */
export function listProblemExamples(slug: ProblemSlug): readonly Problem[] {
  return Object.values(RECORDED).filter(({ type }) => type.endsWith(`/errors/${slug}`));
}
