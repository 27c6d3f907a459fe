import type { Server } from 'node:net';
import { createFaults, type Faults } from '../faults/faults.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { createHttpServer } from './http-server.ts';
import { createNodeView } from './node-view.ts';
import { attachPubsub } from './pubsub.ts';
import { mountRpcRoutes } from './rpc-routes.ts';

/** A JSON-RPC node over a ledger, with faults of its own. */
export type RpcNode = {
  /** `http://host:port`, JSON-RPC at `/`; WebSocket on the same port. */
  readonly url: string;
  readonly faults: Faults;
  close(): Promise<void>;
};

export type RpcNodeOptions = {
  /** Default 0, any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Blocks the node is behind the others; default 0. More than 128 make it unhealthy. */
  readonly lagSlots?: number;
};

/**
 * Starts another JSON-RPC node on the same ledger, because a cluster has several nodes.
 *
 * @throws {Error} when the port is taken.
 */
export async function startRpcNode(ledger: SandboxLedger, options: RpcNodeOptions = {}): Promise<RpcNode> {
  const { port = 0, host = '127.0.0.1', lagSlots = 0 } = options;
  const faults = createFaults();
  const node = createNodeView(ledger, () => lagSlots);
  const app = createHttpServer();
  mountRpcRoutes(app, node, faults);
  const pubsub = attachPubsub(app.server, node);
  await app.listen({ port, host });
  return {
    url: createUrl(app.server),
    faults,
    close: async () => {
      pubsub.close();
      await app.close();
    },
  };
}

/** The `http:` URL of a server that listens. @throws {Error} when it does not, or listens on a path. */
export function createUrl(server: Pick<Server, 'address'>): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server listens on no port.');
  const { address, family, port } = bound;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
