import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';

/** The classic SPL Token program. */
export const TOKEN_PROGRAM_ADDRESS = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

const ASSOCIATED_TOKEN_PROGRAM_ADDRESS = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** Returns the address of the one token account a wallet has for a mint of the classic Token program. */
export async function findAssociatedTokenAddress(owner: Address, mint: Address): Promise<Address> {
  const encoder = getAddressEncoder();
  const seeds = [owner, TOKEN_PROGRAM_ADDRESS, mint].map((seed) => encoder.encode(seed));
  const [account] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
    seeds,
  });
  return account;
}
