import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AnswerMethod, dispatch } from './dispatch.ts';
import { findLanded } from './methods/transactions.ts';
import type { NodeView } from './node-view.ts';
import { assertIsSignatureText, type Params, printJson, RPC_ERROR_CODES, RpcError } from './params.ts';

/**
 * Answers WebSocket upgrades of an HTTP server with Solana's PubSub protocol.
 *
 * Notifications go out when a slot closes, as a node sends them when a block reaches a commitment.
 */
export function attachPubsub(server: Server, node: NodeView): { close(): void } {
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
      if (subscription.isDone?.()) open.delete(id);
    }
  };
  const answer: AnswerMethod = (method, params) => {
    const opening = OPENINGS.get(method.replace(/Subscribe$/, ''));
    if (opening !== undefined && method.endsWith('Subscribe')) {
      const subscription = opening(params, node);
      lastSubscription += 1;
      open.set(lastSubscription, subscription);
      return lastSubscription;
    }
    if (!method.endsWith('Unsubscribe') || !OPENINGS.has(method.replace(/Unsubscribe$/, ''))) {
      throw new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found');
    }
    if (open.delete(Number(params.at(0)))) return true;
    throw new RpcError(RPC_ERROR_CODES.invalidParams, 'Invalid subscription id.');
  };
  node.ledger.events.on('slot', notifyAll);
  socket.on('close', () => node.ledger.events.off('slot', notifyAll));
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    // web3.js keeps its connection awake with notifications called `ping`, which are not answered.
    const reply = dispatch(String(data), answer);
    if (reply !== undefined) socket.send(printJson(reply));
    // A signature may have reached its commitment before its subscription.
    notifyAll();
  });
}

type Subscription = {
  /** Name of its notifications. */
  readonly notification: string;
  /** Returns the news since the last call, in order. */
  poll(): unknown[];
  /** Tells that nothing can follow any more; a subscription without it never ends. */
  isDone?(): boolean;
};

/** Opens a subscription. @throws {RpcError} -32602 for parameters that do not fit. */
type Open = (params: Params, node: NodeView) => Subscription;

const OPENINGS: ReadonlyMap<string, Open> = new Map<string, Open>([
  ['signature', openSignature],
  ['slot', (_params, node) => openSlots(node)],
]);

function openSignature(params: Params, node: NodeView): Subscription {
  const signature = params.text(0);
  assertIsSignatureText(signature);
  const commitment = params.config(1).commitment();
  let isDone = false;
  return {
    notification: 'signatureNotification',
    poll: () => {
      const landed = findLanded(signature, commitment, node);
      if (landed === undefined) return [];
      isDone = true;
      return [{ context: { slot: node.block(commitment).slot }, value: { err: landed.result.err } }];
    },
    isDone: () => isDone,
  };
}

function openSlots(node: NodeView): Subscription {
  let last = node.block('processed').slot;
  return {
    notification: 'slotNotification',
    poll: () => {
      const { slot } = node.block('processed');
      if (slot === last) return [];
      last = slot;
      return [{ parent: slot - 1n, root: node.block('finalized').slot, slot }];
    },
  };
}
