import { type Address, address } from '@solana/kit';
import { findPda } from '../../vm/models/find-pda.ts';

/** The sandbox's own levered staking and its adaptor in one; nothing of this address exists on any other ledger. */
export const LEVERAGE_ADAPTOR_ADDRESS = address('Bwg3mSjrvVjP9g5LdgMWY7wZKZQvpxpGhCWVgfgAFnNF');

/** Where a levered position in a pool's token is kept. */
export type LeverageMarket = {
  /** Owns collateral and liquidity; the adaptor signs for it. */
  readonly authority: Address;
  /** What a vault names as its strategy. */
  readonly strategy: Address;
  /** The token account with the pool tokens of all positions. */
  readonly collateral: Address;
  /** The token account with the wrapped SOL that is not lent; debts are paid back to it. */
  readonly liquidity: Address;
};

/** Derives the market of a stake pool's token. */
export function findLeverageMarket(stakePool: Address): LeverageMarket {
  const derive = (text: string, key: Address): Address =>
    findPda(LEVERAGE_ADAPTOR_ADDRESS, [{ text }, { address: key }])[0];
  const authority = derive('market', stakePool);
  return {
    authority,
    strategy: derive('strategy', authority),
    collateral: derive('collateral', authority),
    liquidity: derive('liquidity', authority),
  };
}

/** Derives the account that records an owner's position in a strategy. */
export function findLeveragedPosition(strategy: Address, owner: Address): Address {
  return findPda(LEVERAGE_ADAPTOR_ADDRESS, [
    { text: 'position' },
    { address: strategy },
    { address: owner },
  ])[0];
}
