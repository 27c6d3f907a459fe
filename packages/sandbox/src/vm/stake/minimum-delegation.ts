import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getGetMinimumDelegationInstruction } from '@solana-program/stake';
import { getAddressDecoder } from '@staking-agent/chain/address';
import { FailedTransactionMetadata } from 'litesvm';
import type { Bank } from '../bank.ts';
import { SYSTEM_PROGRAM_ADDRESS } from '../program-addresses.ts';

/** Pays for the question; there is such an account only while it is asked. */
const READER = {
  address: getAddressDecoder().decode(new Uint8Array(32).fill(1)),
  programAddress: SYSTEM_PROGRAM_ADDRESS,
  data: new Uint8Array(),
  executable: false,
  space: 0n,
} as const;
/** More than the fee and the rent of an empty account. */
const READER_LAMPORTS = 1_000_000_000n;

/**
 * The least lamports the stake program lets anybody delegate, read from its own return data.
 *
 * @throws {Error} when the program does not answer.
 */
export function readMinimumDelegation(bank: Bank): bigint {
  const vm = bank.vm();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(READER.address, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: vm.latestBlockhash(), lastValidBlockHeight: 0n },
        paid,
      ),
    (timed) => appendTransactionMessageInstruction(getGetMinimumDelegationInstruction(), timed),
  );
  vm.putBack({ ...READER, lamports: lamports(READER_LAMPORTS) });
  const result = vm.simulateTransaction(compileTransaction(message));
  vm.putBack({ ...READER, lamports: lamports(0n) });
  if (result instanceof FailedTransactionMetadata) throw new Error(result.toString());
  return Buffer.from(result.meta().returnData().data()).readBigUInt64LE(0);
}
