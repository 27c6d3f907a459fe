import type { Address } from '@solana/kit';
import type { TokenBalance } from './token-balances.ts';
import type { TransactionError } from './transaction-error.ts';

/** An instruction that a program invoked, with indexes into the transaction's accounts. */
export type InnerInstruction = {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
};

/** What running a transaction did, or would do. */
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

/** An outcome of a transaction that was refused before any program ran. */
export function refusal(err: TransactionError, balances: readonly bigint[] = []): ExecutionResult {
  return {
    err,
    fee: 0n,
    logs: [],
    unitsConsumed: 0n,
    returnData: null,
    innerInstructions: [],
    loadedAccountsDataSize: 0,
    preBalances: balances,
    postBalances: balances,
    preTokenBalances: [],
    postTokenBalances: [],
  };
}
