import type { FastifyRequest } from 'fastify';
import type { ProblemError } from '../problems/problem-error.ts';
import type { Notes } from './route.ts';

/** What came of a request, for the log and the metrics alike. */
export type RequestOutcome = Notes & {
  /** Whether an earlier request with the same key had this answer already. */
  readonly isReplay?: boolean;
  /** The refusal that is the answer. */
  readonly problem?: ProblemError;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Written by {@link noteOutcome} only; undefined while there is nothing to note. */
    outcome?: RequestOutcome;
  }
}

/** Adds to what came of a request. */
export function noteOutcome(request: FastifyRequest, facts: RequestOutcome): void {
  request.outcome = { ...request.outcome, ...facts };
}
