import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import type { Bank } from '../../vm/bank.ts';
import { createDeterministicKey } from './deterministic-key.ts';

/** The address a name stands for in every sandbox. */
export function findProgramAccount(name: string): Address {
  return createDeterministicKey(name).address;
}

/** Lamports that make an account of so many bytes rent exempt. */
export function getRent(bank: Bank, space: bigint): bigint {
  return bank.vm().minimumBalanceForRentExemption(space);
}

/**
 * Writes an account of a program.
 *
 * @param balance - lamports; what makes it rent exempt unless given.
 */
export function setProgramAccount(
  bank: Bank,
  address: Address,
  programAddress: Address,
  data: ArrayLike<number>,
  balance?: bigint,
): void {
  const space = BigInt(data.length);
  const account: EncodedAccount = {
    address,
    programAddress,
    data: Uint8Array.from(data),
    executable: false,
    lamports: lamports(balance ?? getRent(bank, space)),
    space,
  };
  bank.setAccount(account);
}
