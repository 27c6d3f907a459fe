import { type PoolTotals, poolTokensForLamports } from '../stake-pool/index.ts';
import type { LeveragedPosition } from './position.ts';

/** The two sides of a position. */
export type Leverage = Pick<LeveragedPosition, 'collateral' | 'debt'>;

/** What taking a part out of a position moves. */
export type Deleverage = {
  /** Lamports that must be paid back. */
  readonly repaid: bigint;
  /** Pool tokens that come free for the lamports paid back, beyond what is taken out. */
  readonly exchanged: bigint;
  /** The position afterwards. */
  readonly position: Leverage;
};

/**
 * Computes what a position is worth: collateral less debt, the debt at the pool's price rounded up.
 *
 * @returns pool-token base units; zero where the debt is worth more than the collateral.
 */
export function netPoolTokens({ collateral, debt }: Leverage, pool: PoolTotals): bigint {
  const owed = poolTokensForLamportsUp(pool, debt);
  return collateral > owed ? collateral - owed : 0n;
}

/**
 * Computes what taking pool tokens out of a position moves, its leverage staying as it is.
 *
 * The repaid debt is rounded up and the released collateral down, so that the remaining position is worth no less than
 * before.
 *
 * @param amount - pool-token base units to take out.
 * @returns undefined when the position is worth less.
 */
export function previewDeleverage(
  position: Leverage,
  pool: PoolTotals,
  amount: bigint,
): Deleverage | undefined {
  const net = netPoolTokens(position, pool);
  if (amount > net || net === 0n) return undefined;
  const repaid = (position.debt * amount + net - 1n) / net;
  const exchanged = poolTokensForLamports(pool, repaid);
  return {
    repaid,
    exchanged,
    position: {
      collateral: position.collateral - amount - exchanged,
      debt: position.debt - repaid,
    },
  };
}

function poolTokensForLamportsUp(pool: PoolTotals, lamports: bigint): bigint {
  const { totalLamports, poolTokenSupply } = pool;
  if (totalLamports === 0n || poolTokenSupply === 0n) return lamports;
  return (lamports * poolTokenSupply + totalLamports - 1n) / totalLamports;
}
