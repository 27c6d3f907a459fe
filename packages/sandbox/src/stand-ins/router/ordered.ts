import { createHash } from 'node:crypto';
import type { OrderAnswer } from './order.ts';

/** Orders kept; far more than live at once, since each dies with its blockhash. */
const KEPT = 10_000;

/** The orders the router has given out, by the message of their transaction. */
export type Ordered = {
  add(messageBytes: Uint8Array, answer: OrderAnswer): void;
  find(messageBytes: Uint8Array): OrderAnswer | undefined;
};

/** Starts without orders. */
export function createOrdered(): Ordered {
  const orders = new Map<string, OrderAnswer>();
  return {
    add: (messageBytes, answer) => {
      orders.set(hashMessage(messageBytes), answer);
      const [oldest] = orders.keys();
      if (orders.size > KEPT && oldest !== undefined) orders.delete(oldest);
    },
    find: (messageBytes) => orders.get(hashMessage(messageBytes)),
  };
}

function hashMessage(messageBytes: Uint8Array): string {
  return createHash('sha256').update(messageBytes).digest('base64');
}
