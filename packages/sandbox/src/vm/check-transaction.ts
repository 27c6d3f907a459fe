import { type Block, type Blocks, MAX_PROCESSING_AGE } from './blocks.ts';
import type { LoadedTransaction } from './loaded-transaction.ts';
import type { TransactionError } from './transaction-error.ts';
import type { TransactionHistory } from './transaction-history.ts';

/** Accounts a transaction may lock: agave `MAX_TX_ACCOUNT_LOCKS` with the limit LiteSVM enforces. */
const MAX_ACCOUNT_LOCKS = 64;

/**
 * Makes the checks of a bank before it loads accounts, in its order: locks, age, duplicates (agave
 * `Bank::check_transactions`).
 *
 * @param asOf - the block of the bank that looks; a blockhash newer than it is unknown to it.
 * @returns the error, or undefined when the transaction may run.
 */
export function checkTransaction(
  loaded: LoadedTransaction,
  asOf: Block,
  { blocks, history }: { readonly blocks: Blocks; readonly history: TransactionHistory },
): TransactionError | undefined {
  if (loaded.accounts.length > MAX_ACCOUNT_LOCKS) return 'TooManyAccountLocks';
  if (new Set(loaded.accounts).size < loaded.accounts.length) return 'AccountLoadedTwice';
  if (!isRecent(loaded.message.lifetimeToken, asOf, blocks)) return 'BlockhashNotFound';
  if (history.hasExecuted(Uint8Array.from(loaded.transaction.messageBytes))) return 'AlreadyProcessed';
  return undefined;
}

/** Whether a bank at `asOf` still accepts a blockhash: it is known and at most 150 blocks old. */
export function isRecent(blockhash: string, asOf: Block, blocks: Blocks): boolean {
  const block = blocks.findByBlockhash(blockhash);
  return block !== undefined && block.slot <= asOf.slot && asOf.height - block.height <= MAX_PROCESSING_AGE;
}
