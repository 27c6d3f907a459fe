import { isDeepStrictEqual } from 'node:util';
import type { Address } from '@solana/kit';
import type { Deployment, UsdcStrategies } from '@staking-agent/chain/deployment';
import {
  findLendingMarket,
  findLiquidity,
  findPosition,
  LENDING_ADAPTOR_ADDRESS,
  type MarketName,
} from '../../programs/lending-adaptor/program.ts';
import { findProgramAccount } from '../accounts/program-account.ts';
import {
  findSeededStrategy,
  findSeededVault,
  type Part,
  type SeededStrategy,
  type SeededVault,
} from '../seeded-vault.ts';

/** A market that the USDC vault lends to. */
export type LentStrategy = SeededStrategy & {
  /** The market's token account. */
  readonly liquidity: Address;
  /** What the vault has in the market. */
  readonly position: Address;
  /** How much of what is lent is lent there. */
  readonly part: Part;
};

/** Where the USDC vault of the world and its strategies are. */
export type VaultSeed = SeededVault & {
  /** The one with more in it first. */
  readonly strategies: readonly [LentStrategy, LentStrategy];
  readonly lookupTable: Address;
};

/**
 * Derives the addresses of a deployment's USDC vault.
 *
 * @throws {Error} when the deployment's raUSDC is not the LP mint that is derived from its vault, or it lists other
 *   strategies than the world has.
 */
export function findVaultSeed(deployment: Deployment): VaultSeed {
  const { usdcVault, usdcMint, rausdcMint, usdcStrategies } = deployment;
  const vault = findSeededVault({ vault: usdcVault, assetMint: usdcMint, lpMint: rausdcMint });
  const find = (name: MarketName, part: Part): LentStrategy => {
    const market = findLendingMarket(usdcMint, name);
    const adaptorProgram = LENDING_ADAPTOR_ADDRESS;
    const strategy = findSeededStrategy(vault, { strategy: market, adaptorProgram });
    const position = findPosition(market, strategy.strategyAuth);
    return { ...strategy, liquidity: findLiquidity(market), position, part };
  };
  const seed: VaultSeed = {
    ...vault,
    strategies: [
      find('market', { numerator: 3n, denominator: 5n }),
      find('second market', { numerator: 2n, denominator: 5n }),
    ],
    lookupTable: findProgramAccount('USDC lookup table'),
  };
  if (usdcStrategies !== undefined) assertStrategies(usdcStrategies, seed);
  return seed;
}

function assertStrategies(given: UsdcStrategies, { strategies, lookupTable }: VaultSeed): void {
  const expected: UsdcStrategies = {
    adaptors: strategies.map(({ adaptorProgram, strategy, liquidity, position }) => ({
      program: adaptorProgram,
      strategy,
      accounts: [liquidity, position].map((account) => ({ account, isWritable: true, isSigner: false })),
    })),
    lookupTables: [lookupTable],
  };
  if (isDeepStrictEqual(given, expected)) return;
  throw new Error(
    `The deployment is not that of a sandbox: usdcStrategies must be ${JSON.stringify(expected)}.`,
  );
}
