import { fromUpstreamFailure } from './from-fault.ts';
import { isProblemError, type ProblemError } from './problem-error.ts';

/** What became of an attempt: what it brought, or the refusal that a caller would be answered. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | ProblemError> {
  try {
    return await work();
  } catch (error) {
    const refusal = fromUpstreamFailure(error);
    if (isProblemError(refusal)) return refusal;
    throw error;
  }
}
