import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';

/**
 * Creates an associated token account; does nothing when the account exists.
 *
 * @param input.account - the associated address of `owner` and `mint`.
 * @param input.payer - who pays its rent; the owner unless given.
 */
export function getCreateTokenAccountInstruction(input: {
  owner: Address;
  mint: Address;
  account: Address;
  payer?: Address;
}): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(input.payer ?? input.owner),
    owner: input.owner,
    mint: input.mint,
    ata: input.account,
  });
}
