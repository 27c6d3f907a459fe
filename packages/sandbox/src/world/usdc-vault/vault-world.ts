import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  findLendingMarket,
  findLiquidity,
  findPosition,
  LENDING_ADAPTOR_ADDRESS,
} from '../../programs/lending-adaptor/program.ts';
import { findSeededVault, type SeededVault } from '../seeded-vault.ts';

/** Where the USDC vault of the world and its strategy are; the strategy is the lending market. */
export type VaultWorld = SeededVault & {
  /** The market's token account. */
  readonly liquidity: Address;
  /** What the vault has in the market. */
  readonly position: Address;
};

/**
 * Derives the addresses of a deployment's USDC vault.
 *
 * @throws {Error} when the deployment's raUSDC is not the LP mint that is derived from its vault.
 */
export function findVaultWorld({ usdcVault, usdcMint, rausdcMint }: Deployment): VaultWorld {
  const strategy = findLendingMarket(usdcMint);
  const vault = findSeededVault({
    vault: usdcVault,
    assetMint: usdcMint,
    lpMint: rausdcMint,
    strategy,
    adaptorProgram: LENDING_ADAPTOR_ADDRESS,
  });
  return {
    ...vault,
    liquidity: findLiquidity(strategy),
    position: findPosition(strategy, vault.strategyAuth),
  };
}
