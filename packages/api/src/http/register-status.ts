import { MEDIA_TYPES, type StatusAnswer } from '@staking-agent/wire';
import type { FastifyInstance } from 'fastify';
import { serveReadsOnly } from './serve-reads-only.ts';
import { printStatusPage, STATUS_PAGE_POLICY } from './status-page.ts';

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
  for (const url of ['/status', '/status.json']) serveReadsOnly(app, url);
}
