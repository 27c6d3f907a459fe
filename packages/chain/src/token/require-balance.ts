import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';

/**
 * Transfers tokens from an account to itself: this changes nothing, but fails the transaction when the account holds fewer.
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
