import type { EncodedAccount } from '@solana/kit';
import type { Block } from '../vm/blocks.ts';
import { checkTransaction } from '../vm/check-transaction.ts';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import { simulateTransaction } from '../vm/execute-transaction.ts';
import { type ExecutionResult, refusal } from '../vm/execution-result.ts';
import { type LoadedTransaction, LookupTableError, loadAddresses } from '../vm/loaded-transaction.ts';
import { describeTransactionError } from '../vm/transaction-error.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { invalidParams, type RpcError } from './rpc-error.ts';

/** What a simulation found; `ran` tells whether it got as far as loading accounts. */
export type Simulation = {
  readonly result: ExecutionResult;
  readonly ran: boolean;
  /** The transaction's accounts as they would be afterwards, in its order. */
  readonly accounts: readonly (EncodedAccount | undefined)[];
};

/**
 * Resolves lookup tables as a node's sanitizer does.
 *
 * @throws {RpcError} -32602 `invalid transaction: …` when a table cannot be read.
 */
export function requireLoadedTransaction(
  decoded: DecodedTransaction,
  ledger: SandboxLedger,
): LoadedTransaction {
  try {
    return loadAddresses(decoded, ledger.bank);
  } catch (error) {
    if (error instanceof LookupTableError) throw describeLookupError(error);
    throw error;
  }
}

/**
 * Simulates with every check a bank makes, in its order.
 *
 * @param asOf - the block of the bank that simulates; younger blockhashes are unknown to it.
 */
export function simulateChecked(loaded: LoadedTransaction, asOf: Block, ledger: SandboxLedger): Simulation {
  const refused = checkTransaction(loaded, asOf, ledger);
  if (refused !== undefined) return { result: refusal(refused), ran: false, accounts: [] };
  const { result, accounts } = simulateTransaction(loaded, ledger.bank);
  return { result, ran: result.fee > 0n, accounts };
}

function describeLookupError({ transactionError }: LookupTableError): RpcError {
  return invalidParams(`invalid transaction: ${describeTransactionError(transactionError)}`);
}
