import { lpSupplyIncludingFees } from './lp-supply.ts';
import { FRACTION_BITS } from './rounding.ts';
import type { VaultState } from './vault-state.ts';

/** Computes asset base units per LP base unit with 48 fraction bits, rounded down; zero without any LP. */
export function assetPerLpBits(totalValue: bigint, lpSupply: bigint): bigint {
  return lpSupply === 0n ? 0n : (totalValue << FRACTION_BITS) / lpSupply;
}

/** Raises the high-water mark to the current price if that is higher, as deposits and withdrawals do last. */
export function liftHighWaterMark(vault: VaultState): VaultState {
  const price = assetPerLpBits(vault.totalValue, lpSupplyIncludingFees(vault));
  return price > vault.highWaterMark ? { ...vault, highWaterMark: price } : vault;
}
