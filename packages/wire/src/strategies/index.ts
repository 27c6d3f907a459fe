import type { STRATEGY_ASSETS, StrategyKey } from '../strategy-key.ts';
import { solLeveragedStake } from './sol-leveraged-stake.ts';
import { solLiquidStake } from './sol-liquid-stake.ts';
import { solNativeStake } from './sol-native-stake.ts';
import type { StrategyAnswers } from './strategy-examples.ts';
import { usdcEarn } from './usdc-earn.ts';

export * from './sol-leveraged-stake.ts';
export * from './sol-liquid-stake.ts';
export * from './sol-native-stake.ts';
export * from './usdc-earn.ts';

type AssetsOf<Key extends StrategyKey> = (typeof STRATEGY_ASSETS)[Key];

type StrategyContract<Key extends StrategyKey> = {
  readonly key: Key;
  readonly answers: StrategyAnswers & {
    readonly unstake: Readonly<Record<Exclude<keyof AssetsOf<Key>['arrives'], 'stake'>, unknown>>;
  };
};

/** What the contract says of each strategy: its answers and examples. A key without its file does not compile. */
export const STRATEGIES = {
  'sol-native-stake': solNativeStake,
  'sol-liquid-stake': solLiquidStake,
  'sol-leveraged-stake': solLeveragedStake,
  'usdc-earn': usdcEarn,
} as const satisfies { readonly [Key in StrategyKey]: StrategyContract<Key> };

/** What the contract says of one strategy. */
export type StrategyOf<Key extends StrategyKey> = (typeof STRATEGIES)[Key];
