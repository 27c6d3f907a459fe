import type { Server } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerWithFault, createFaults, type Faults, REDIRECT_TARGET } from '../faults.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { answerAs, dispatch, readMethods } from './dispatch.ts';
import { createNodeView, type NodeView } from './node-view.ts';
import { printJson } from './params.ts';
import { attachPubsub } from './pubsub.ts';

/** A JSON-RPC node over a ledger, with faults of its own. */
export type RpcNode = {
  /** `http://host:port`, JSON-RPC at `/`; WebSocket on the same port. */
  readonly url: string;
  readonly faults: Faults;
  close(): Promise<void>;
};

/**
 * Starts another JSON-RPC node on the same ledger, at any free port, because a cluster has several nodes.
 *
 * @param options.lagSlots - blocks the node is behind the others; default 0. More than 128 make it unhealthy.
 */
export async function startRpcNode(
  ledger: SandboxLedger,
  { lagSlots = 0 }: { readonly lagSlots?: number } = {},
): Promise<RpcNode> {
  const faults = createFaults();
  const node = createNodeView(ledger, () => lagSlots);
  const app = createHttpServer();
  mountRpcRoutes(app, node, faults);
  const pubsub = attachPubsub(app.server, node);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url: createUrl(app.server),
    faults,
    close: async () => {
      pubsub.close();
      await app.close();
    },
  };
}

/** Returns the `http:` URL of a server that listens. @throws {Error} when it does not, or listens on a path. */
export function createUrl(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server listens on no port.');
  const { address, family, port } = bound;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** agave `MAX_REQUEST_BODY_SIZE`. */
const MAX_BODY_BYTES = 50 * 1024;

/** Mounts JSON-RPC at `/`, with a validator's answers to other requests. */
export function mountRpcRoutes(app: FastifyInstance, node: NodeView, faults: Faults): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post('/', async (request: FastifyRequest, reply: FastifyReply) => {
      if (!request.headers['content-type']?.startsWith('application/json')) {
        return reply
          .code(415)
          .type('text/plain')
          .send('Supplied content type is not allowed. Content-Type: application/json is required\n');
      }
      const body = String(request.body ?? '');
      reply.type('application/json');
      const answer = async (): Promise<string> => {
        const response = dispatch(body, answerAs(node));
        return response === undefined ? '' : printJson(response);
      };
      const fault = faults.current().mode === 'none' ? undefined : faults.take(readMethods(body));
      return answerWithFault(fault, reply, answer);
    });
    scope.get('/', (_request, reply) =>
      reply
        .code(405)
        .type('text/plain')
        .send('Used HTTP Method is not allowed. POST or OPTIONS is required\n'),
    );
    scope.get('/health', (_request, reply) => reply.type('text/plain').send(getHealth(node)));
    scope.post(REDIRECT_TARGET, (_request, reply) => {
      faults.countRedirectHit();
      return reply.type('application/json').send('{"jsonrpc":"2.0","result":"redirected","id":1}');
    });
    done();
  });
}

function getHealth(node: NodeView): string {
  try {
    node.assertIsHealthy();
    return 'ok';
  } catch {
    return 'behind';
  }
}

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
