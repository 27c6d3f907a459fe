import {
  type AmountAsset,
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  isStrategyKey,
  STRATEGY_ASSETS,
  type StrategyAssets,
} from '@staking-agent/wire/light';
import type { Operation } from './operation.ts';

/** An asset as people read and write amounts of it. */
export type Shown = { readonly symbol: string; readonly decimals: number };

/** The assets of a strategy; undefined for a text that is no key, as in an address that somebody typed. */
export function findAssets(strategy: unknown): StrategyAssets | undefined {
  return typeof strategy === 'string' && isStrategyKey(strategy) ? STRATEGY_ASSETS[strategy] : undefined;
}

/** What a request brings where it can name the least of it, as `minReceive`; undefined where it cannot. */
export function findArrival(
  request: Readonly<Record<string, unknown>>,
  operation: Operation,
): AmountAsset | undefined {
  const { strategy, kind, step } = request;
  const arrives = findAssets(strategy)?.arrives;
  const action = operation === 'unstake' ? kind : operation;
  // Steps that pay nothing yet bring nothing.
  if (arrives === undefined || step === 'request' || step === 'cancel') return undefined;
  return Object.entries(arrives).find(([name]) => name === action)?.[1] ?? undefined;
}

/** Says how amounts of an asset are shown. */
export function showAsset(asset: AmountAsset): Shown {
  return { symbol: ASSET_SYMBOLS[asset], decimals: ASSET_DECIMALS[asset] };
}
