import type { EncodedAccount } from '@solana/kit';
import { encodeAccount, readAccountFormat } from './encoding/account.ts';
import { findLanded } from './methods/signatures.ts';
import { createContext, type NodeView } from './node-view.ts';
import {
  assertIsSignatureText,
  configAt,
  type Params,
  readCommitment,
  requireAddress,
  requireText,
} from './params.ts';

export const SUBSCRIPTION_KINDS = ['signature', 'slot', 'root', 'account'] as const;
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];

/** Something a client waits for. */
export type Subscription = {
  /** Name of its notifications. */
  readonly notification: string;
  /** What is new since the last time, in order. */
  poll(): unknown[];
  /** Whether nothing can follow any more. */
  isDone(): boolean;
};

/**
 * Opens a subscription.
 *
 * @throws {RpcError} -32602 for parameters that do not fit.
 */
export function openSubscription(kind: SubscriptionKind, params: Params, node: NodeView): Subscription {
  switch (kind) {
    case 'signature':
      return openSignature(params, node);
    case 'account':
      return openAccount(params, node);
    case 'slot':
      return openSlots('slotNotification', node, 'processed', (slot) => ({
        parent: slot - 1n,
        root: node.block('finalized').slot,
        slot,
      }));
    case 'root':
      return openSlots('rootNotification', node, 'finalized', (slot) => slot);
  }
}

function openSignature(params: Params, node: NodeView): Subscription {
  const signature = requireText(params, 0);
  assertIsSignatureText(signature);
  const commitment = readCommitment(configAt(params, 1));
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
  const address = requireAddress(params, 0);
  const config = configAt(params, 1);
  const commitment = readCommitment(config);
  const format = readAccountFormat(config, 'binary');
  let last = node.ledger.findAccount(address);
  return {
    notification: 'accountNotification',
    poll: () => {
      const current = node.ledger.findAccount(address);
      if (isSameAccount(last, current)) return [];
      last = current;
      const value = encodeAccount(current, format, node.ledger.findAccount);
      return [{ context: createContext(node.block(commitment)), value }];
    },
    isDone: () => false,
  };
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
    isDone: () => false,
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
