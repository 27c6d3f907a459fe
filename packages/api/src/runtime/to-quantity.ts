import {
  type AmountAsset,
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  formatAmount,
  type Quantity,
} from '@staking-agent/wire';

/** Prints an amount as base units and as decimal text. */
export function toQuantity(asset: AmountAsset, baseUnits: bigint): Quantity {
  return {
    asset: ASSET_SYMBOLS[asset],
    amount: formatAmount(baseUnits, ASSET_DECIMALS[asset]),
    baseUnits: String(baseUnits),
  };
}
