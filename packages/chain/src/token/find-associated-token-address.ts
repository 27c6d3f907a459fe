import type { Address } from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { findProgramAddress, toAddressBytes } from '#address';

/**
 * Finds the address of the one token account that an owner has by default for a mint.
 *
 * @param tokenProgram - the program that owns the mint; the classic Token program unless given.
 */
export async function findAssociatedTokenAddress(
  owner: Address,
  mint: Address,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
): Promise<Address> {
  const seeds = [owner, tokenProgram, mint].map(toAddressBytes);
  const [account] = await findProgramAddress(ASSOCIATED_TOKEN_PROGRAM_ADDRESS, seeds);
  return account;
}
