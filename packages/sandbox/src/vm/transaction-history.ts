import { createHash } from 'node:crypto';
import type { Address, Signature } from '@solana/kit';
import { decodeTransaction } from './decoded-transaction.ts';
import type { LoadedAddresses } from './loaded-transaction.ts';
import type { ExecutionResult } from './token-balances.ts';

/** Transactions kept before the oldest is forgotten, unless it is younger than {@link REMEMBERED_BLOCKS}. */
const KEPT_TRANSACTIONS = 10_000;

/** Blocks a validator's status cache remembers signatures for: agave `MAX_CACHE_ENTRIES`. */
export const REMEMBERED_BLOCKS = 300n;

/** A transaction that landed in a block, whether its programs succeeded or not. */
export type LandedTransaction = {
  readonly signature: Signature;
  readonly slot: bigint;
  readonly blockHeight: bigint;
  /** Unix seconds of its block. */
  readonly blockTime: bigint;
  readonly wireBytes: Uint8Array;
  readonly accounts: readonly Address[];
  readonly writableAccounts: readonly Address[];
  readonly loadedAddresses: LoadedAddresses;
  /** Micro-lamports per compute unit it offered. */
  readonly computeUnitPrice: bigint;
  readonly result: ExecutionResult;
};

/** The landed transactions, oldest first. */
export type TransactionHistory = {
  add(transaction: LandedTransaction): void;
  find(signature: string): LandedTransaction | undefined;
  /** Checks whether a message was executed: one executes once, however often it is signed (agave `StatusCache`). */
  hasExecuted(message: Uint8Array): boolean;
  /** All kept transactions, newest first. */
  newestFirst(): Iterable<LandedTransaction>;
  /** Landed transactions since genesis, also those not kept any more. */
  count(): bigint;
  toArray(): readonly LandedTransaction[];
};

/**
 * Opens a history.
 *
 * @param kept - transactions of a snapshot, oldest first.
 * @param total - transactions that had landed until then.
 */
export function createTransactionHistory(
  kept: readonly LandedTransaction[] = [],
  total = 0n,
): TransactionHistory {
  const bySignature = new Map(kept.map((landed) => [landed.signature as string, landed]));
  const executed = new Set(kept.map(hashMessageOf));
  let count = total;
  return {
    add: (landed) => {
      count += 1n;
      bySignature.set(landed.signature, landed);
      executed.add(hashMessageOf(landed));
      if (bySignature.size <= KEPT_TRANSACTIONS) return;
      const [oldest] = bySignature.values();
      if (oldest === undefined || oldest.blockHeight + REMEMBERED_BLOCKS > landed.blockHeight) return;
      bySignature.delete(oldest.signature);
      executed.delete(hashMessageOf(oldest));
    },
    find: (signature) => bySignature.get(signature),
    hasExecuted: (message) => executed.has(hash(message)),
    newestFirst: () => [...bySignature.values()].reverse(),
    count: () => count,
    toArray: () => [...bySignature.values()],
  };
}

function hashMessageOf({ wireBytes }: LandedTransaction): string {
  return hash(decodeTransaction(wireBytes).transaction.messageBytes);
}

function hash(message: ArrayLike<number>): string {
  return createHash('sha256').update(Uint8Array.from(message)).digest('base64');
}
