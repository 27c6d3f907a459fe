import type { Fee, StakePool, Vault } from './accounts.ts';

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

export const BASIS_POINTS = 10_000n;
const FEE_YEAR_SECONDS = 31_536_000n;
const FRACTION_BITS = 48n;

/** Asset and LP base units that share in each other: what is unlocked of the value, and all LP with fees up to now. */
export type VaultShares = { readonly unlocked: bigint; readonly value: bigint; readonly lp: bigint };

/**
 * Computes the shares of a vault at a moment, as the vault program does before a deposit or withdrawal: it first accrues the
 * management fee in LP, rounded up; locked profit is not paid out.
 *
 * @param lpMinted - supply of the LP mint.
 * @param now - Unix seconds.
 * @returns undefined where the program would refuse: a fee as high as the value, a time before the last update.
 */
export function findShares(vault: Vault, lpMinted: bigint, now: bigint): VaultShares | undefined {
  const { totalValue: value } = vault;
  const lp = lpMinted + vault.unmintedLp;
  // Of a vault that takes no fee the program does not look at the time.
  const isFree = vault.lastManagementFee * vault.managementFeeBps === 0n;
  const elapsed = isFree ? 0n : now - vault.lastManagementFee;
  const fee = divideUp(value * elapsed * vault.managementFeeBps, BASIS_POINTS * FEE_YEAR_SECONDS);
  const locked = getLocked(vault, now);
  if (elapsed < 0n || locked === undefined || fee >= value || locked >= value) return undefined;
  return { value, unlocked: value - locked, lp: lp + divideUp(fee * lp, value - fee) };
}

function getLocked(
  { lockedProfit, lockedProfitDuration, lastReport }: Vault,
  now: bigint,
): bigint | undefined {
  const elapsed = now - lastReport;
  if (elapsed < 0n) return undefined;
  if (lockedProfitDuration === 0n || elapsed > lockedProfitDuration) return 0n;
  return (lockedProfit * (lockedProfitDuration - elapsed)) / lockedProfitDuration;
}

/** Computes the LP that a withdrawal of an asset amount burns, rounded up. */
export function lpForAsset(vault: Vault, shares: VaultShares, asset: bigint): bigint | undefined {
  const keep = BASIS_POINTS - vault.redemptionFeeBps;
  return keep <= 0n ? undefined : divideUp(asset * shares.lp * BASIS_POINTS, shares.unlocked * keep);
}

/** Computes the asset that LP bring: rounded down to 48 fraction bits before and after the fee, then to whole units. */
export function assetForLp(vault: Vault, shares: VaultShares, lp: bigint): bigint {
  if (shares.lp === 0n) return 0n;
  const keep = BASIS_POINTS - vault.redemptionFeeBps;
  const gross = ((lp << FRACTION_BITS) * shares.unlocked) / shares.lp;
  return ((gross * keep) / BASIS_POINTS) >> FRACTION_BITS;
}

/** Computes the LP that a deposit brings, after the issuance fee, rounded down; undefined for an empty vault. */
export function lpForDeposit(vault: Vault, { value, lp }: VaultShares, asset: bigint): bigint | undefined {
  const keep = BASIS_POINTS - vault.issuanceFeeBps;
  const divisor = (value + asset) * BASIS_POINTS - asset * keep;
  return lp === 0n || divisor <= 0n ? undefined : (asset * lp * keep) / divisor;
}

function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
