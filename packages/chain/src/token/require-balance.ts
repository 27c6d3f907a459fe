import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';

/**
 * Moves tokens from an account to itself: nothing happens, except that the transaction fails when the account holds
 * fewer.
 */
export function getRequireBalanceInstruction(input: {
  account: Address;
  owner: Address;
  amount: bigint;
}): Instruction {
  const { account, owner, amount } = input;
  return getTransferInstruction({
    source: account,
    destination: account,
    authority: createNoopSigner(owner),
    amount,
  });
}
