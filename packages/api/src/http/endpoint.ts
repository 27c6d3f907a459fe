import type { ProblemError } from '../problems/problem.ts';
import type { Exchange } from './exchange.ts';

/** How the requests to one path are answered. */
export type Endpoint = {
  /** The path: `:name` stands for a segment, a `*` at the end for whatever follows. */
  readonly pattern: string;
  /** HEAD comes with GET, OPTIONS with both, and the body is read with POST; every other method is refused. */
  readonly method: 'GET' | 'POST';
  /** Refuses by the head of a request, before its body is looked at. */
  readonly admit?: (exchange: Exchange) => void;
  /** Called once the body is parsed. */
  answer(exchange: Exchange): void | Promise<void>;
  /** The problem for what was thrown, in words of this path; the general one unless given. */
  readonly toProblem?: (thrown: unknown) => ProblemError;
};

/** What a path answers to, as the value of `Allow`. */
export const ALLOWED = { GET: 'GET, HEAD, OPTIONS', POST: 'POST, OPTIONS' } as const;
