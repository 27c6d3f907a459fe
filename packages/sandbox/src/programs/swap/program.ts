import { type Address, address } from '@solana/kit';
import { findPda } from '../../vm/models/find-pda.ts';

/** The sandbox's own market for raSOL; nothing of this address exists on any other ledger. */
export const SWAP_PROGRAM_ADDRESS = address('76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC');

/** The account that holds the state of a token's market and owns its vaults. */
export function findMarket(token: Address): Address {
  return findPda(SWAP_PROGRAM_ADDRESS, [{ text: 'market' }, { address: token }])[0];
}

/** A market's vault for one of its two mints. */
export function findVault(market: Address, mint: Address): Address {
  return findPda(SWAP_PROGRAM_ADDRESS, [{ text: 'vault' }, { address: market }, { address: mint }])[0];
}
