import type { FastifyInstance } from 'fastify';
import { createCallerTurns } from '../callers/caller-turns.ts';
import type { KnownPartners } from '../callers/known-partners.ts';
import { nameCaller } from '../callers/name-caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it, for what is shared fairly: a partner, or an address. */
    caller: string;
    isPartners: boolean;
  }
}

/** Names the caller of every request, and starts requests in turn by caller; drops a request whose connection has closed. */
export function takeTurns(app: FastifyInstance, partners: KnownPartners): void {
  const turns = createCallerTurns();
  app.decorateRequest('caller', '');
  app.decorateRequest('isPartners', false);
  app.addHook('onRequest', (request, _reply, done) => {
    const key = request.headers['x-partner-key'];
    const partner = typeof key === 'string' ? partners.peek(key) : undefined;
    request.isPartners = partner !== undefined;
    request.caller = partner === undefined ? nameCaller(request.ip) : `partner ${partner}`;
    turns.take(request.caller, () => {
      if (!request.raw.socket.destroyed) done();
    });
  });
}
