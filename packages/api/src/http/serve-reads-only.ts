import type { FastifyInstance } from 'fastify';
import { problem } from '../problems/problem.ts';

const READS: readonly string[] = ['GET', 'HEAD'];
const ALLOW = [...READS, 'OPTIONS'].join(', ');

/** Makes a path that is read answer 405 with `Allow` to every method that does not read. */
export function serveReadsOnly(app: FastifyInstance, url: string): void {
  app.route({
    method: app.supportedMethods.filter((method) => !READS.includes(method)),
    url,
    // Before the body is looked at: whatever it holds, the method is what is wrong. A preflight has its answer already.
    onRequest: async () => {
      throw problem('METHOD_NOT_ALLOWED', { allow: ALLOW }, { headers: { Allow: ALLOW } });
    },
    handler: () => undefined,
  });
}
