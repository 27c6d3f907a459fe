import { MEDIA_TYPES, type StatusAnswer } from '@staking-agent/wire';
import type { FastifyInstance } from 'fastify';
import { problem } from '../problems/problem.ts';
import { printStatusPage, STATUS_PAGE_POLICY } from './status-page.ts';

const SERVED: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Serves the status beside the base path: `/status` for people, `/status.json` for programs. */
export function registerStatus(app: FastifyInstance, readStatus: () => StatusAnswer): void {
  app.get('/status', (_request, reply) =>
    reply
      .headers({ 'Content-Security-Policy': STATUS_PAGE_POLICY, 'X-Content-Type-Options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(printStatusPage(readStatus())),
  );
  app.get('/status.json', (_request, reply) =>
    reply.type(`${MEDIA_TYPES.json}; charset=utf-8`).send(readStatus()),
  );
  const allow = SERVED.join(', ');
  for (const url of ['/status', '/status.json']) {
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
}
