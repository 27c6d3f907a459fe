import type { EncodedAccount } from '@solana/kit';
import {
  FailedTransactionMetadata,
  type LiteSVM,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm';
import { getFee } from '../fees.ts';
import type { LoadedTransaction } from '../loaded-transaction.ts';
import { readAccount } from '../read-account.ts';
import type { CompiledExpansion } from './compile-expansion.ts';

/** What the VM answers to a transaction. */
export type VmResult = TransactionMetadata | SimulatedTransactionInfo | FailedTransactionMetadata;

/**
 * Runs an expansion so that its fee payer is charged the fee of the original transaction.
 *
 * An expansion has other signers and other instructions, hence another fee; the difference is given to the payer
 * beforehand and, unless the VM keeps the transaction, taken back afterwards.
 */
export function withExactFee<R extends VmResult>(
  loaded: LoadedTransaction,
  compiled: CompiledExpansion,
  vm: LiteSVM,
  mode: 'keep' | 'discard',
  run: () => R,
): R {
  const payer = readAccount(vm, loaded.feePayer);
  const difference = getFee(compiled) - getFee(loaded);
  if (payer === undefined || difference === 0n) return run();
  const lamports = payer.lamports + difference;
  vm.setAccount({ ...payer, lamports: (lamports > 0n ? lamports : 0n) as EncodedAccount['lamports'] });
  const result = run();
  const isKept = mode === 'keep' && !isRefused(result);
  if (!isKept) vm.setAccount(payer);
  return result;
}

/** Whether the ledger refused a transaction before any program ran, so that no fee was charged. */
function isRefused(result: VmResult): boolean {
  return result instanceof FailedTransactionMetadata && typeof result.err() === 'number';
}
