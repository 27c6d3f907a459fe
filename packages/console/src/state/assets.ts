import {
  type AmountAsset,
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  isStrategyKey,
  STRATEGY_ASSETS,
  type StrategyAssets,
} from '@staking-agent/wire/light';

/** An asset as people read and write amounts of it. */
export type Shown = { readonly symbol: string; readonly decimals: number };

/** The assets of a strategy; undefined for a text that is no key, as in an address that somebody typed. */
export function findAssets(strategy: unknown): StrategyAssets | undefined {
  return typeof strategy === 'string' && isStrategyKey(strategy) ? STRATEGY_ASSETS[strategy] : undefined;
}

/** Says how amounts of an asset are shown. */
export function showAsset(asset: AmountAsset): Shown {
  return { symbol: ASSET_SYMBOLS[asset], decimals: ASSET_DECIMALS[asset] };
}
