import { getMarketCodec, type Market } from '@staking-agent/chain/market';
import { getStakePoolDecoder } from '@staking-agent/chain/stake-pool';
import { SWAP_PROGRAM_ADDRESS } from '../../programs/swap/program.ts';
import type { Bank } from '../../vm/bank.ts';
import { setProgramAccount } from '../accounts/program-account.ts';
import type { PoolSeed } from './pool-seed.ts';

/**
 * SOL of depth the market's price is made of: an order of one hundredth of it moves the price by a hundredth.
 *
 * Much more than its vaults hold, because the markets it stands for price staked SOL by what it redeems for.
 */
const DEPTH = 10_000_000n * 1_000_000_000n;

/** What the market keeps of an order, in basis points. */
const FEE_BASIS_POINTS = 8;

/**
 * What raSOL costs on the market above its price in the pool, in basis points.
 *
 * Arbitrage leaves any price alone that lies within the pool's fees for SOL. With this one the pool is the better place to
 * buy at, the market to sell at, so that the router's orders show both.
 */
const PREMIUM_BASIS_POINTS = 4n;
const WHOLE = 10_000n;

/** Resets the market to the pool's price plus a premium, at full depth, in place of arbitrage and liquidity providers. */
export function centreMarket(bank: Bank, seed: PoolSeed): void {
  const pool = bank.findAccount(seed.stakePool);
  if (pool === undefined) return;
  const { totalLamports, poolTokenSupply } = getStakePoolDecoder().decode(pool.data);
  const market: Market = {
    tokenMint: seed.poolMint,
    solMint: seed.solMint,
    virtualTokens: (DEPTH * poolTokenSupply * WHOLE) / (totalLamports * (WHOLE + PREMIUM_BASIS_POINTS)),
    virtualLamports: DEPTH,
    feeBasisPoints: FEE_BASIS_POINTS,
  };
  setProgramAccount(bank, seed.market, SWAP_PROGRAM_ADDRESS, getMarketCodec().encode(market));
}
