import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { failure, readRequest } from './dispatch.ts';
import { parseJson, printJson } from './json.ts';
import type { NodeView } from './node-view.ts';
import { RPC_ERROR_CODES, RpcError } from './rpc-error.ts';
import { openSubscription, SUBSCRIPTION_KINDS, type Subscription } from './subscriptions.ts';

/** The WebSocket side of a node. */
export type Pubsub = { close(): void };

/**
 * Answers WebSocket upgrades of an HTTP server with Solana's PubSub protocol.
 *
 * Notifications go out when a slot closes, as a node sends them when a block reaches a commitment.
 */
export function attachPubsub(server: Server, node: NodeView): Pubsub {
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => serveConnection(socket, node));
  // The HTTP server reports its own failures; without a listener here they would end the process.
  sockets.on('error', () => {});
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

let lastSubscription = 0;

function serveConnection(socket: WebSocket, node: NodeView): void {
  const open = new Map<number, Subscription>();
  const notifyAll = (): void => {
    for (const [id, subscription] of open) {
      for (const result of subscription.poll()) {
        const params = { result, subscription: id };
        socket.send(printJson({ jsonrpc: '2.0', method: subscription.notification, params }));
      }
      if (subscription.isDone()) open.delete(id);
    }
  };
  node.ledger.events.on('slot', notifyAll);
  socket.on('close', () => node.ledger.events.off('slot', notifyAll));
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    const reply = answer(String(data), open, node);
    if (reply !== undefined) socket.send(printJson(reply));
    // A signature may have reached its commitment before anybody asked.
    notifyAll();
  });
}

function answer(text: string, open: Map<number, Subscription>, node: NodeView): object | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return failure(null, new RpcError(RPC_ERROR_CODES.parse, 'Parse error'));
  }
  const request = readRequest(value);
  if (!('method' in request)) return request;
  const { id, method, params } = request;
  // web3.js keeps its connection awake with notifications called `ping`.
  if (id === undefined) return undefined;
  try {
    return { jsonrpc: '2.0', result: run(method, params, open, node), id };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    throw error;
  }
}

function run(
  method: string,
  params: readonly unknown[],
  open: Map<number, Subscription>,
  node: NodeView,
): number | boolean {
  const kind = SUBSCRIPTION_KINDS.find((name) => method === `${name}Subscribe`);
  if (kind !== undefined) {
    const subscription = openSubscription(kind, params, node);
    lastSubscription += 1;
    open.set(lastSubscription, subscription);
    return lastSubscription;
  }
  if (!SUBSCRIPTION_KINDS.some((name) => method === `${name}Unsubscribe`)) {
    throw new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found');
  }
  if (open.delete(Number(params[0]))) return true;
  throw new RpcError(RPC_ERROR_CODES.invalidParams, 'Invalid subscription id.');
}
