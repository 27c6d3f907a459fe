import type { ExampleRequest, Operation } from '../operation.ts';
import { RECORDED_ANSWERS } from './generated/answers.ts';

export { EXAMPLE_SEEDS } from '../example.ts';
export { RECORDED_ANSWERS, type Recorded } from './generated/answers.ts';
export { listProblemExamples, RECORDED } from './problems.ts';

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
