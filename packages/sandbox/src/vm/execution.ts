import type { Address, EncodedAccount } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';
import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm';
import type { ExecutionResult, InnerInstruction } from './execution-result.ts';
import { readChange, type SimulatedTransaction } from './sandbox-vm.ts';
import { toTransactionError } from './transaction-error.ts';

const addressDecoder = getAddressDecoder();

/** What the VM says of a transaction it was given. */
export type Execution = Pick<
  ExecutionResult,
  'err' | 'logs' | 'unitsConsumed' | 'returnData' | 'innerInstructions'
> & {
  /** Whether a fee is due: once a program has run, it is, whether or not it failed. */
  readonly isCharged: boolean;
  /** The accounts a simulation would have changed. */
  readonly changed: readonly EncodedAccount[];
};

/** Reads LiteSVM's answer to a transaction that was sent or simulated. */
export function readExecution(
  result: TransactionMetadata | FailedTransactionMetadata | SimulatedTransaction,
): Execution {
  const meta = 'meta' in result ? result.meta() : result;
  const failed = result instanceof FailedTransactionMetadata ? result : undefined;
  const returned = meta.returnData();
  const data = new Uint8Array(returned.data());
  return {
    err: failed === undefined ? null : toTransactionError(failed.err()),
    isCharged: failed === undefined || typeof failed.err() === 'object',
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    returnData:
      data.length === 0 ? null : { programId: addressDecoder.decode(returned.programId()) as Address, data },
    innerInstructions: listInnerInstructions(meta),
    changed: 'postAccounts' in result ? result.postAccounts().map(readChange) : [],
  };
}

function listInnerInstructions(meta: TransactionMetadata): ExecutionResult['innerInstructions'] {
  return meta.innerInstructions().flatMap((invoked, index) => {
    if (invoked.length === 0) return [];
    const instructions = invoked.map((inner): InnerInstruction => {
      const instruction = inner.instruction();
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: new Uint8Array(instruction.data()),
        stackHeight: inner.stackHeight(),
      };
    });
    return [{ index, instructions }];
  });
}
