import type { FastifyRequest } from 'fastify';
import type { ProblemError } from '../problems/problem-error.ts';
import type { Notes } from './route.ts';

/** What came of a request, for the log and the metrics alike. */
export type RequestResult = Notes & {
  /** Whether an earlier request with the same key had this answer already. */
  readonly isReplay?: boolean;
  /** The refusal that is the answer. */
  readonly problem?: ProblemError;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Written by {@link noteResult} only; undefined while there is nothing to note. */
    result?: RequestResult;
  }
}

/** Adds to what came of a request. */
export function noteResult(request: FastifyRequest, facts: RequestResult): void {
  request.result = { ...request.result, ...facts };
}
