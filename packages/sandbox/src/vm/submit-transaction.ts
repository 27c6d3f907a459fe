import type { Bank } from './bank.ts';
import type { Blocks } from './blocks.ts';
import { checkTransaction } from './check-transaction.ts';
import type { DecodedTransaction } from './decoded-transaction.ts';
import { executeTransaction } from './execute-transaction.ts';
import { type ExecutionResult, refusal } from './execution-result.ts';
import { readComputeBudget } from './fees.ts';
import { isWritable, type LoadedTransaction, LookupTableError, loadAddresses } from './loaded-transaction.ts';
import type { TransactionHistory } from './transaction-history.ts';
import { verifySignatures } from './verify-signatures.ts';

type State = { readonly blocks: Blocks; readonly bank: Bank; readonly history: TransactionHistory };

/**
 * Processes a transaction as a leader: checks it, executes it in the open slot, and records it if it landed.
 *
 * @returns the outcome; one without a fee did not land and left nothing behind.
 */
export function submitTransaction(decoded: DecodedTransaction, state: State): ExecutionResult {
  if (!verifySignatures(decoded)) return refusal('SignatureFailure');
  const loaded = tryLoadAddresses(decoded, state.bank);
  if (!('accounts' in loaded)) return refusal(loaded.err);
  const tip = state.blocks.tip();
  const refused = checkTransaction(loaded, tip, state);
  if (refused !== undefined) return refusal(refused);

  const result = executeTransaction(loaded, state.bank);
  if (result.fee === 0n) return result;
  state.history.add({
    signature: loaded.signature,
    slot: state.bank.openSlot(),
    blockHeight: tip.height + 1n,
    blockTime: tip.unixMilliseconds / 1000n,
    wireBytes: loaded.wireBytes,
    accounts: loaded.accounts,
    writableAccounts: loaded.accounts.filter((_, index) => isWritable(loaded, index)),
    loadedAddresses: loaded.loadedAddresses,
    computeUnitPrice: readComputeBudget(loaded.message).price,
    result,
  });
  return result;
}

function tryLoadAddresses(
  decoded: DecodedTransaction,
  bank: Bank,
): LoadedTransaction | { readonly err: LookupTableError['transactionError'] } {
  try {
    return loadAddresses(decoded, bank);
  } catch (error) {
    if (error instanceof LookupTableError) return { err: error.transactionError };
    throw error;
  }
}
