import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { problem } from '../problems/problem.ts';
import { REQUEST_LIMITS } from './request-limits.ts';

type Limits = Readonly<Record<keyof typeof REQUEST_LIMITS, number>>;

/**
 * Bounds what the bodies of all requests take together: the first bytes of each are free, the rest counts against one
 * budget from its arrival until the request is answered.
 *
 * No request that the service can do anything with is as long as that, so whoever fills the budget keeps nobody from
 * staking. Bytes that were announced and have not come do not count: they take nothing.
 *
 * @throws {ProblemError} `rate_limited` in the middle of a body; its connection is closed.
 */
export function limitBodies(
  app: FastifyInstance,
  { smallBodyBytes, bodiesBytes }: Pick<Limits, 'smallBodyBytes' | 'bodiesBytes'> = REQUEST_LIMITS,
): void {
  let held = 0;
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (Number(request.headers['content-length']) <= smallBodyBytes) return done(null, payload);
    let received = 0;
    let counted = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        received += chunk.length;
        const more = Math.max(received - smallBodyBytes, 0) - counted;
        if (held + more > bodiesBytes) {
          pass(problem('BODIES_TOO_MANY', { bytes: smallBodyBytes }));
          return;
        }
        held += more;
        counted += more;
        pass(null, chunk);
      },
    });
    reply.raw.once('close', () => {
      held -= counted;
      counted = 0;
    });
    // Piping hands on no fault of the source.
    payload.once('error', (fault) => counter.destroy(fault));
    done(null, payload.pipe(counter));
  });
}
