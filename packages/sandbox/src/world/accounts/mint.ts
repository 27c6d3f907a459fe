import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import { getMintEncoder } from '@solana-program/token';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';

/**
 * A mint of the token program.
 *
 * @param balance - lamports that make it rent exempt.
 * @param supply - base units in existence.
 */
export function createMint(
  address: Address,
  mintAuthority: Address,
  decimals: number,
  balance: bigint,
  supply = 0n,
): EncodedAccount {
  const data = getMintEncoder().encode({
    mintAuthority,
    supply,
    decimals,
    isInitialized: true,
    freezeAuthority: null,
  });
  return {
    address,
    programAddress: TOKEN_PROGRAM_ADDRESS,
    data: Uint8Array.from(data),
    executable: false,
    lamports: lamports(balance),
    space: BigInt(data.length),
  };
}
