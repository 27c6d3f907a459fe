import { RECORDED_ANSWERS } from './generated/answers.ts';
import { RECORDED_PROBLEMS } from './generated/problems.ts';
import type { ExampleRequest, Operation } from './operation.ts';
import type { ProblemCode } from './problems/codes.ts';
import type { Problem } from './problems/problem.ts';
import type { ProblemSlug } from './problems/statuses.ts';

export { RECORDED_ANSWERS, type Recorded } from './generated/answers.ts';
export { EXAMPLE_SEEDS } from './operation.ts';

/** A request and what a running service answered. */
export type Example = ExampleRequest & { readonly answer: object };

/**
 * Returns the examples of an operation with their recorded answers, by variant of the answer.
 *
 * @throws {Error} when an answer is not recorded.
 */
export function getExamples({ id, examples }: Operation): Readonly<Record<string, readonly Example[]>> {
  const withAnswers = Object.entries(examples).map(([variant, requests]) => [
    variant,
    requests.map((request, index) => {
      const recorded = RECORDED_ANSWERS[id]?.[variant]?.[index];
      if (recorded !== undefined) return { ...request, ...recorded };
      throw new Error(`No answer to "${request.summary}" of ${id} is recorded: npm run record.`);
    }),
  ]);
  return Object.fromEntries(withAnswers);
}

/** Problems as a running service answered them, by code; a code that chance or time decides has none. */
export const RECORDED: { readonly [Code in ProblemCode]?: Problem } = RECORDED_PROBLEMS;

/** The recorded problems of one slug, in the order of their codes. */
export function listProblemExamples(slug: ProblemSlug): readonly Problem[] {
  return Object.values(RECORDED).filter(({ type }) => type.endsWith(`/errors/${slug}`));
}
