import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ProblemError, problem } from '../problems/problem.ts';
import { REQUEST_LIMITS } from './request-limits.ts';

type Limits = Readonly<Record<'bodyBytes' | 'smallBodyBytes' | 'bodiesBytes', number>>;

/** Who waits for a body. */
export type BodyWaiter = {
  /** Gets all of it. */
  onBody(body: Buffer): void;
  /** Gets why the rest of it is not read: whatever still comes of the connection cannot be told from a request. */
  onRefusal(refusal: ProblemError): void;
};

/** Reads the body of a request, and tells nobody of one whose caller goes away in the middle. */
export type ReadBody = (request: IncomingMessage, response: ServerResponse, waiter: BodyWaiter) => void;

/**
 * Makes what reads bodies, each within its limit, and all together within a budget: the first bytes of each are free, the
 * rest counts against it from its arrival until the request is answered.
 *
 * No request that the service can do anything with is longer than what is free, so whoever fills the budget keeps nobody
 * from staking. Bytes that were announced and have not come do not count: they take nothing.
 */
export function createBodyReader(limits: Limits = REQUEST_LIMITS): ReadBody {
  const { bodyBytes, smallBodyBytes, bodiesBytes } = limits;
  let held = 0;
  return (request, response, { onBody, onRefusal }) => {
    const length = Number(request.headers['content-length']);
    if (length > bodyBytes) {
      onRefusal(problem('BODY_TOO_LARGE', { bytes: bodyBytes }));
      return;
    }
    const chunks: Buffer[] = [];
    let received = 0;
    let counted = 0;
    let isRefused = false;
    const refuse = (refusal: ProblemError) => {
      isRefused = true;
      onRefusal(refusal);
    };
    const count = () => {
      const more = Math.max(received - smallBodyBytes, 0) - counted;
      if (held + more > bodiesBytes) return refuse(problem('BODIES_TOO_MANY', { bytes: smallBodyBytes }));
      held += more;
      counted += more;
    };
    if (!(length <= smallBodyBytes)) {
      response.once('close', () => {
        held -= counted;
        counted = 0;
      });
    }
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      received += chunk.length;
      if (received > bodyBytes) return refuse(problem('BODY_TOO_LARGE', { bytes: bodyBytes }));
      if (received > smallBodyBytes) count();
      chunks.push(chunk);
    });
    request.on('end', () => {
      if (isRefused) return;
      const [only] = chunks;
      onBody(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, received));
    });
    // Without a listener the end of a connection would be the end of the process.
    request.on('error', () => {
      isRefused = true;
    });
  };
}
