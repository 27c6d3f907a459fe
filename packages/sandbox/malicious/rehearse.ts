import type { Address, EncodedAccount } from '@solana/kit';
import type { Bank } from '../src/vm/bank.ts';
import {
  executeTransaction,
  type Outcome,
  simulateTransaction,
  verifySignatures,
} from '../src/vm/execute-transaction.ts';
import { isWritable, type LoadedTransaction, loadAddresses } from '../src/vm/loaded-transaction.ts';
import { nothingAt } from '../src/vm/sandbox-vm.ts';
import { decodeTransaction, MalformedTransactionError } from '../src/vm/transaction.ts';
import { type ExecutionResult, refusal } from '../src/vm/transaction-history.ts';

/** One account of a transaction, before and after it; undefined where there is none. */
export type RehearsedAccount = {
  readonly address: Address;
  readonly isWritable: boolean;
  readonly before: EncodedAccount | undefined;
  readonly after: EncodedAccount | undefined;
};

/** What a transaction did, or would do. */
export type Rehearsal = {
  readonly result: ExecutionResult;
  /** In the transaction's order; empty when the ledger refused it. */
  readonly accounts: readonly RehearsedAccount[];
};

const MAX_ACCOUNT_LOCKS = 64;

/**
 * Simulates wire bytes in the open slot, whatever their signatures and their blockhash.
 *
 * @returns undefined for bytes that are no transaction, or that name an account no lookup table has.
 */
export function rehearse(bytes: Uint8Array, bank: Bank): Rehearsal | undefined {
  const loaded = load(bytes, bank);
  if (loaded === undefined) return undefined;
  const outcome = simulateTransaction(loaded, bank);
  return { result: outcome.result, accounts: pair(loaded, outcome) };
}

/**
 * Executes signed wire bytes in the open slot, whatever their blockhash, and reverts all changes.
 *
 * @returns undefined as {@link rehearse}; an outcome `SignatureFailure` for a missing or wrong signature.
 */
export function landAndUndo(bytes: Uint8Array, bank: Bank): Rehearsal | undefined {
  const loaded = load(bytes, bank);
  if (loaded === undefined) return undefined;
  if (!verifySignatures(loaded)) return { result: refusal('SignatureFailure'), accounts: [] };
  const outcome = executeTransaction(loaded, bank);
  for (const [index, address] of loaded.accounts.entries()) {
    if (isWritable(loaded, index)) bank.setAccount(outcome.before[index] ?? nothingAt(address));
  }
  return { result: outcome.result, accounts: pair(loaded, outcome) };
}

function load(bytes: Uint8Array, bank: Bank): LoadedTransaction | undefined {
  try {
    const loaded = loadAddresses(decodeTransaction(bytes), bank);
    if ('lookupError' in loaded) return undefined;
    const { accounts } = loaded;
    return accounts.length <= MAX_ACCOUNT_LOCKS && new Set(accounts).size === accounts.length
      ? loaded
      : undefined;
  } catch (error) {
    if (error instanceof MalformedTransactionError) return undefined;
    throw error;
  }
}

function pair(loaded: LoadedTransaction, { before, after }: Outcome): RehearsedAccount[] {
  return loaded.accounts.map((address, index) => ({
    address,
    isWritable: isWritable(loaded, index),
    before: before[index],
    after: after[index],
  }));
}
