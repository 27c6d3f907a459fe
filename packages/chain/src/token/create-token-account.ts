import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';

/**
 * Creates the associated token account of a wallet, paid by the wallet; does nothing when it is there.
 *
 * @param input.account - the associated address of `owner` and `mint`.
 */
export function getCreateTokenAccountInstruction(input: {
  owner: Address;
  mint: Address;
  account: Address;
}): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(input.owner),
    owner: input.owner,
    mint: input.mint,
    ata: input.account,
  });
}
