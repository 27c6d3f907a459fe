import type { StakePool } from '../accounts/stake-pool.ts';
import { ceilingDivide } from './fee.ts';

/** What prices a pool token: the two totals of the pool account. */
export type PoolTotals = Pick<StakePool, 'totalLamports' | 'poolTokenSupply'>;

/**
 * What a deposit is worth in pool tokens before fees: `lamports · supply / total`.
 *
 * @returns pool-token base units, rounded down; one for one while either total is zero.
 */
export function poolTokensForLamports(pool: PoolTotals, lamports: bigint): bigint {
  const { totalLamports, poolTokenSupply } = pool;
  if (totalLamports === 0n || poolTokenSupply === 0n) return lamports;
  return (lamports * poolTokenSupply) / totalLamports;
}

/**
 * What pool tokens are worth when they are burned: `tokens · total / supply`.
 *
 * @returns lamports, rounded down; zero while there is no supply.
 */
export function lamportsForPoolTokens(pool: PoolTotals, poolTokens: bigint): bigint {
  if (pool.poolTokenSupply === 0n) return 0n;
  return (poolTokens * pool.totalLamports) / pool.poolTokenSupply;
}

/**
 * Lamports for one pool-token base unit, the tolerance in the limits on stake withdrawals.
 *
 * @returns lamports, rounded up; undefined while there is no supply.
 */
export function lamportsPerPoolToken(pool: PoolTotals): bigint | undefined {
  if (pool.poolTokenSupply === 0n) return undefined;
  return ceilingDivide(pool.totalLamports, pool.poolTokenSupply);
}
