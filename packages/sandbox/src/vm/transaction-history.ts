import { hash } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { LoadedTransaction } from './loaded-transaction.ts';
import type { TokenBalance } from './token-balances.ts';
import type { TransactionError } from './transaction-error.ts';

/** An instruction that a program invoked, with indexes into the transaction's accounts. */
export type InnerInstruction = {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
};

/** The effects of a transaction that has run, or would run. */
export type ExecutionResult = {
  readonly err: TransactionError | null;
  /** Lamports burned and paid for block space; zero when the ledger refused the transaction. */
  readonly fee: bigint;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint;
  readonly returnData: { readonly programId: Address; readonly data: Uint8Array } | null;
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly InnerInstruction[];
  }[];
  readonly loadedAccountsDataSize: number;
  /** Lamports of each account of the transaction, in its order. */
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
};

/** Creates the outcome of a transaction that was refused before any program ran. */
export function refusal(err: TransactionError): ExecutionResult {
  return {
    err,
    fee: 0n,
    logs: [],
    unitsConsumed: 0n,
    returnData: null,
    innerInstructions: [],
    loadedAccountsDataSize: 0,
    preBalances: [],
    postBalances: [],
    preTokenBalances: [],
    postTokenBalances: [],
  };
}

/** Transactions kept before the oldest is forgotten, unless it is younger than {@link REMEMBERED_BLOCKS}. */
const KEPT_TRANSACTIONS = 10_000;

/** Blocks a validator's status cache remembers signatures for: agave `MAX_CACHE_ENTRIES`. */
export const REMEMBERED_BLOCKS = 300n;

/** A transaction that landed in a block, even if its programs failed. */
export type LandedTransaction = LoadedTransaction & {
  readonly slot: bigint;
  readonly blockHeight: bigint;
  /** Unix seconds of its block. */
  readonly blockTime: bigint;
  readonly result: ExecutionResult;
};

/** The landed transactions, oldest first. */
export type TransactionHistory = ReturnType<typeof createTransactionHistory>;

/**
 * Opens a history.
 *
 * @param kept - transactions of a saved state, oldest first.
 * @param total - transactions that had landed until then.
 */
export function createTransactionHistory(kept: readonly LandedTransaction[] = [], total = 0n) {
  const bySignature = new Map(kept.map((landed) => [landed.signature as string, landed]));
  const executed = new Set(kept.map(hashMessage));
  let count = total;
  return {
    add: (landed: LandedTransaction): void => {
      count += 1n;
      bySignature.set(landed.signature, landed);
      executed.add(hashMessage(landed));
      if (bySignature.size <= KEPT_TRANSACTIONS) return;
      const [oldest] = bySignature.values();
      if (oldest === undefined || oldest.blockHeight + REMEMBERED_BLOCKS > landed.blockHeight) return;
      bySignature.delete(oldest.signature);
      executed.delete(hashMessage(oldest));
    },
    find: (signature: string): LandedTransaction | undefined => bySignature.get(signature),
    /** Checks whether a message was executed: one executes once, however often it is signed (agave `StatusCache`). */
    hasExecuted: (messageBytes: Uint8Array): boolean => executed.has(hashMessage({ messageBytes })),
    /** Lists all kept transactions, newest first. */
    newestFirst: (): readonly LandedTransaction[] => [...bySignature.values()].reverse(),
    /** Returns the number of transactions since genesis, with those that are not kept any more. */
    count: () => count,
    toArray: (): readonly LandedTransaction[] => [...bySignature.values()],
  };
}

function hashMessage({ messageBytes }: { readonly messageBytes: Uint8Array }): string {
  return hash('sha256', messageBytes, 'base64');
}
