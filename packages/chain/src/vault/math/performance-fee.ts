import { assetPerLpBits } from './high-water-mark.ts';
import { lpSupplyIncludingFees, oweFee } from './lp-supply.ts';
import { BASIS_POINTS, divideUp, FRACTION_BITS } from './rounding.ts';
import type { VaultState } from './vault-state.ts';

/**
 * Takes the performance fee on a reported profit: on what lifts the price of an LP above the high-water mark, or on
 * the whole value while there is no mark.
 *
 * The value above the mark, the fee on it and the LP that pay it are each rounded up. Deposits and withdrawals from
 * idle funds do not take it; reports of a strategy do.
 *
 * @param vault - with `totalValue` after the profit.
 */
export function accruePerformanceFee(vault: VaultState): VaultState {
  const shares = {
    manager: vault.managerPerformanceFee,
    admin: vault.adminPerformanceFee,
    protocol: vault.protocolPerformanceFee,
  };
  const supply = lpSupplyIncludingFees(vault);
  const fee = divideUp(
    eligibleValue(vault, supply) * BigInt(shares.manager + shares.admin + shares.protocol),
    BASIS_POINTS,
  );
  if (fee === 0n) return vault;
  return oweFee(vault, divideUp(fee * supply, vault.totalValue - fee), shares);
}

function eligibleValue({ totalValue, highWaterMark }: VaultState, supply: bigint): bigint {
  if (highWaterMark === 0n) return totalValue;
  const price = assetPerLpBits(totalValue, supply);
  if (price <= highWaterMark) return 0n;
  return divideUp((price - highWaterMark) * supply, 1n << FRACTION_BITS);
}
