import type { Fee, StakePool } from './stake-pool.ts';

/** Computes a fee on an amount, rounded up: the less favourable rounding of both pool versions. */
function feeOn({ numerator, denominator }: Fee, amount: bigint): bigint {
  return denominator === 0n ? 0n : (amount * numerator + denominator - 1n) / denominator;
}

/** Computes the pool tokens that a deposit of lamports brings its owner, after the fee, rounded down. */
export function tokensForLamports(pool: StakePool, lamports: bigint): bigint {
  const { totalLamports, tokenSupply, solDepositFee } = pool;
  const isNew = totalLamports === 0n || tokenSupply === 0n;
  const tokens = isNew ? lamports : (lamports * tokenSupply) / totalLamports;
  return tokens - feeOn(solDepositFee, tokens);
}

/** Computes the lamports that pool tokens stand for, before any fee, rounded down. */
export function lamportsForTokens({ totalLamports, tokenSupply }: StakePool, tokens: bigint): bigint {
  return tokenSupply === 0n ? 0n : (tokens * totalLamports) / tokenSupply;
}

/** Computes the lamports of stake that pool tokens bring when they are redeemed, after the fee, rounded down. */
export function stakeForTokens(pool: StakePool, tokens: bigint): bigint {
  return lamportsForTokens(pool, tokens - feeOn(pool.stakeWithdrawalFee, tokens));
}
