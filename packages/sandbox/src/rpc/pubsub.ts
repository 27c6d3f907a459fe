import type { Server } from 'node:http';
import type { EncodedAccount } from '@solana/kit';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LandedTransaction } from '../vm/transaction-history.ts';
import { type AnswerMethod, dispatch } from './dispatch.ts';
import { encodeAccount, encodeAccounts, readAccountFormat } from './encoding/account.ts';
import { listProgramAccounts, readFilters } from './methods/accounts.ts';
import { findLanded } from './methods/transactions.ts';
import { createContext, type NodeView } from './node-view.ts';
import {
  assertIsSignatureText,
  decodeBase58,
  invalidParams,
  invalidType,
  type Params,
  printJson,
  RPC_ERROR_CODES,
  RpcError,
  toConfig,
  toTexts,
} from './params.ts';

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
  ['account', openAccount],
  ['program', openProgram],
  ['logs', openLogs],
  [
    'slot',
    (_params, node) =>
      openSlots('slotNotification', node, 'processed', (slot) => ({
        parent: slot - 1n,
        root: node.block('finalized').slot,
        slot,
      })),
  ],
  ['root', (_params, node) => openSlots('rootNotification', node, 'finalized', (slot) => slot)],
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

function openAccount(params: Params, node: NodeView): Subscription {
  const address = params.address(0);
  const config = params.config(1);
  const commitment = config.commitment();
  const format = readAccountFormat(config, 'binary');
  let last = node.ledger.findAccount(address);
  return {
    notification: 'accountNotification',
    poll: () => {
      const current = node.ledger.findAccount(address);
      if (isSameAccount(last, current)) return [];
      last = current;
      const value = encodeAccount(current, format, node.ledger);
      return [{ context: createContext(node.block(commitment)), value }];
    },
  };
}

/** Notifies of each account of a program that has changed and fits the filters; not of one that is gone. */
function openProgram(params: Params, node: NodeView): Subscription {
  const program = params.address(0);
  const config = params.config(1);
  const commitment = config.commitment();
  const format = readAccountFormat(config, 'binary');
  const matches = readFilters(config);
  const read = (): Map<string, EncodedAccount> =>
    new Map(listProgramAccounts(node.ledger, program).map((account) => [account.address, account]));
  let last = read();
  return {
    notification: 'programNotification',
    poll: () => {
      const before = last;
      last = read();
      const { slot } = node.block(commitment);
      const changed = [...last.values()].filter(
        (account) => matches(account) && !isSameAccount(before.get(account.address), account),
      );
      return encodeAccounts(changed, format, node.ledger).map((value) => ({ context: { slot }, value }));
    },
  };
}

/** Notifies of each transaction that reaches the commitment, in the order of execution. */
function openLogs(params: Params, node: NodeView): Subscription {
  const mentions = readLogsFilter(params);
  const commitment = params.config(1).commitment();
  let last = node.block(commitment).slot;
  return {
    notification: 'logsNotification',
    poll: () => {
      const before = last;
      last = node.block(commitment).slot;
      return node.ledger.history
        .toArray()
        .filter((landed) => landed.slot > before && landed.slot <= last && mentions(landed))
        .map(({ slot, signature, result: { err, logs } }) => ({
          context: { slot },
          value: { signature, err, logs },
        }));
    },
  };
}

/** Reads `all`, `allWithVotes` or `{mentions: [address]}`; the sandbox has no vote transactions. */
function readLogsFilter(params: Params): (landed: LandedTransaction) => boolean {
  const given = params.at(0);
  if (given === 'all' || given === 'allWithVotes') return () => true;
  const filter = toConfig(given);
  if (filter === undefined) throw invalidType(given ?? null, 'enum RpcTransactionLogsFilter');
  const addresses = toTexts(filter.get('mentions') ?? null, Number.MAX_SAFE_INTEGER);
  const [text] = addresses;
  if (text === undefined || addresses.length > 1)
    throw invalidParams('Invalid Request: Only 1 address supported');
  const wanted = decodeBase58(text);
  if (wanted?.length !== 32) throw invalidParams('Invalid Request: Invalid mentions provided');
  return ({ accounts }) => accounts.some((account) => account === text);
}

function openSlots(
  notification: string,
  node: NodeView,
  commitment: 'processed' | 'finalized',
  describe: (slot: bigint) => unknown,
): Subscription {
  let last = node.block(commitment).slot;
  return {
    notification,
    poll: () => {
      const { slot } = node.block(commitment);
      if (slot === last) return [];
      last = slot;
      return [describe(slot)];
    },
  };
}

function isSameAccount(left: EncodedAccount | undefined, right: EncodedAccount | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return (
    left.lamports === right.lamports &&
    left.programAddress === right.programAddress &&
    Buffer.from(left.data).equals(Buffer.from(right.data))
  );
}
