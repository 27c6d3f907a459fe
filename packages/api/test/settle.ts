import { isProblemError } from '../src/problems/problem.ts';

/** What came of work: `done`, or the code of the problem with its outcome and its detail. */
export type Settled = {
  readonly end: string;
  readonly outcome?: string | undefined;
  readonly detail?: string;
};

/** @throws what is no problem. */
export async function settle(work: Promise<unknown>): Promise<Settled> {
  try {
    await work;
    return { end: 'done' };
  } catch (error) {
    if (!isProblemError(error)) throw error;
    return { end: error.code, outcome: error.outcome, detail: error.message };
  }
}
