import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import { AccountState, getTokenEncoder } from '@solana-program/token';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';

/**
 * A token account.
 *
 * @param token.amount - base units.
 * @param token.rent - lamports that make it rent exempt.
 * @param token.isNative - whether it holds wrapped SOL, its tokens then being lamports on top of the rent.
 */
export function createTokenAccount(
  address: Address,
  token: {
    readonly mint: Address;
    readonly owner: Address;
    readonly amount: bigint;
    readonly rent: bigint;
    readonly isNative?: boolean;
  },
): EncodedAccount {
  const { mint, owner, amount, rent, isNative = false } = token;
  const data = getTokenEncoder().encode({
    mint,
    owner,
    amount,
    delegate: null,
    state: AccountState.Initialized,
    isNative: isNative ? rent : null,
    delegatedAmount: 0n,
    closeAuthority: null,
  });
  return {
    address,
    programAddress: TOKEN_PROGRAM_ADDRESS,
    data: Uint8Array.from(data),
    executable: false,
    lamports: lamports(isNative ? rent + amount : rent),
    space: BigInt(data.length),
  };
}
