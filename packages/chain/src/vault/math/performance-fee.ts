import { assetPerLpBits } from './high-water-mark.ts';
import { type FeeShares, lpSupplyIncludingFees, oweFee } from './lp-supply.ts';
import { BASIS_POINTS, divideUp, FRACTION_BITS } from './rounding.ts';
import type { VaultState } from './vault-state.ts';

/**
 * Computes the performance fee on a reported profit, in asset base units: on what lifts the price of an LP above the
 * high-water mark, or on the whole value while there is no mark. The value above the mark and the fee on it are each
 * rounded up.
 *
 * @param vault - with `totalValue` after the profit.
 */
export function performanceFee(vault: VaultState): bigint {
  const { manager, admin, protocol } = getFeeShares(vault);
  return divideUp(eligibleValue(vault) * BigInt(manager + admin + protocol), BASIS_POINTS);
}

/**
 * Takes {@link performanceFee} in new LP worth as much, rounded up, that are owed and not minted.
 *
 * Deposits and withdrawals from idle funds do not take it; reports of a strategy do.
 *
 * @param vault - with `totalValue` after the profit.
 * @param now - Unix seconds, kept as the time of the fee where there is value above the mark, even if the fee is
 *   nothing; the time stays what it was unless given.
 * @throws {RangeError} when the fee is the whole value, where the program answers 6014.
 */
export function accruePerformanceFee(
  vault: VaultState,
  now: bigint = vault.lastPerformanceFeeUpdateTs,
): VaultState {
  if (eligibleValue(vault) === 0n) return vault;
  const fee = performanceFee(vault);
  const feeLp = divideUp(fee * lpSupplyIncludingFees(vault), vault.totalValue - fee);
  return oweFee({ ...vault, lastPerformanceFeeUpdateTs: now }, feeLp, getFeeShares(vault));
}

function getFeeShares(vault: VaultState): FeeShares {
  return {
    manager: vault.managerPerformanceFee,
    admin: vault.adminPerformanceFee,
    protocol: vault.protocolPerformanceFee,
  };
}

function eligibleValue(vault: VaultState): bigint {
  const { totalValue, highWaterMark } = vault;
  if (highWaterMark === 0n) return totalValue;
  const supply = lpSupplyIncludingFees(vault);
  const price = assetPerLpBits(totalValue, supply);
  if (price <= highWaterMark) return 0n;
  return divideUp((price - highWaterMark) * supply, 1n << FRACTION_BITS);
}
