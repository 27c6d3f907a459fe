import type { FastifyInstance } from 'fastify';
import { problem } from '../problems/problem.ts';

const SERVED: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Makes a path that is read answer 405 with `Allow` to every method that does not read. */
export function serveReadsOnly(app: FastifyInstance, url: string): void {
  const allow = SERVED.join(', ');
  app.route({ method: 'OPTIONS', url, handler: () => undefined });
  app.route({
    method: app.supportedMethods.filter((method) => !SERVED.includes(method)),
    url,
    // Before the body is looked at: whatever it holds, the method is what is wrong.
    onRequest: async () => {
      throw problem('METHOD_NOT_ALLOWED', { allow }, { headers: { Allow: allow } });
    },
    handler: () => undefined,
  });
}
