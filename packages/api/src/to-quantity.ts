import { type AmountAsset, ASSET_DECIMALS, formatAmount, type Quantity } from '@staking-agent/wire';

/** What callers know an asset as, where its name in code is another one. */
const SYMBOLS: Partial<Record<AmountAsset, string>> = { raSOLMax: 'raSOL Max' };

/** Prints an amount as base units and as decimal text. */
export function toQuantity(asset: AmountAsset, baseUnits: bigint): Quantity {
  return {
    asset: SYMBOLS[asset] ?? asset,
    amount: formatAmount(baseUnits, ASSET_DECIMALS[asset]),
    baseUnits: String(baseUnits),
  };
}
