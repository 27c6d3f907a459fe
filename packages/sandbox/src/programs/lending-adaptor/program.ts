import { type Address, address } from '@solana/kit';
import { findFixedPda, findPda } from '../../vm/models/find-pda.ts';

/** The sandbox's own lending market and adaptor in one; nothing of this address exists on any other ledger. */
export const LENDING_ADAPTOR_ADDRESS = address('HbKN7L64sascwU66p2tQvL8qMKCipDBnFDQoWCgkJQ6m');

/** The two markets that an asset is lent in. */
export type MarketName = 'market' | 'second market';

/** A market of an asset: the strategy a vault names, and the owner of the market's token account. */
export function findLendingMarket(asset: Address, name: MarketName): Address {
  return findFixedPda(LENDING_ADAPTOR_ADDRESS, [{ text: name }, { address: asset }]);
}

/** The token account that holds what is lent to a market. */
export function findLiquidity(market: Address): Address {
  return findPda(LENDING_ADAPTOR_ADDRESS, [{ text: 'liquidity' }, { address: market }])[0];
}

/** Derives the account that records a lender's position in a market. */
export function findPosition(market: Address, lender: Address): Address {
  return findPda(LENDING_ADAPTOR_ADDRESS, [
    { text: 'position' },
    { address: market },
    { address: lender },
  ])[0];
}
