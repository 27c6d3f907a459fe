import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getGetMinimumDelegationInstruction } from '@solana-program/stake';
import { FailedTransactionMetadata } from 'litesvm';
import { FAUCET } from '../../world/cluster/seed.ts';
import type { Bank } from '../bank.ts';

/**
 * The least lamports the stake program lets anybody delegate, read from its own return data.
 *
 * @throws {Error} when the program does not answer.
 */
export function readMinimumDelegation(bank: Bank): bigint {
  const vm = bank.vm();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(FAUCET.address, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: vm.latestBlockhash(), lastValidBlockHeight: 0n },
        paid,
      ),
    (timed) => appendTransactionMessageInstruction(getGetMinimumDelegationInstruction(), timed),
  );
  const result = vm.simulateTransaction(compileTransaction(message));
  if (result instanceof FailedTransactionMetadata) throw new Error(result.toString());
  return Buffer.from(result.meta().returnData().data()).readBigUInt64LE(0);
}
