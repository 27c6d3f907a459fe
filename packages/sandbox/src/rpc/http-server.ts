import Fastify, { type FastifyInstance } from 'fastify';

/** Creates a Fastify server with CORS for every origin; closing it ends open connections. */
export function createHttpServer(): FastifyInstance {
  // As long as the service does: a client in a busy process may send on a connection that is idle for seconds.
  const app = Fastify({ forceCloseConnections: true, keepAliveTimeout: 72_000, logger: false });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return;
    await reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', '86400')
      .send();
  });
  return app;
}
