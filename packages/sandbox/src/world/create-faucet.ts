import type { Instruction, Signature } from '@solana/kit';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import type { ExecutionResult } from '../vm/execution-result.ts';
import { describeTransactionError } from '../vm/transaction-error.ts';
import { grantSol, signAsFaucet } from './faucet.ts';
import type { LedgerState } from './ledger-state.ts';
import type { SandboxLedger } from './sandbox-ledger.ts';

/** What gives away SOL and acts with the faucet's key: {@link SandboxLedger} says how. */
export function createFaucet(
  state: Pick<LedgerState, 'blocks'>,
  submit: (transaction: DecodedTransaction) => ExecutionResult,
): Pick<SandboxLedger, 'fund' | 'submitAsFaucet'> {
  const submitAsFaucet = (instructions: readonly Instruction[]): Signature => {
    const transaction = signAsFaucet(instructions, state.blocks.tip().blockhash);
    const { err } = submit(transaction);
    if (err !== null) throw new Error(describeTransactionError(err));
    return transaction.signature;
  };
  return {
    submitAsFaucet,
    fund: (address, lamports) => submitAsFaucet(grantSol(address, lamports)),
  };
}
