import type { Deployment } from '@staking-agent/chain/deployment';
import { createSolLeveragedStake } from './strategies/sol-leveraged-stake/index.ts';
import { createSolLiquidStake } from './strategies/sol-liquid-stake/index.ts';
import { createSolNativeStake } from './strategies/sol-native-stake/index.ts';
import type { Strategies } from './strategies/strategy.ts';
import { createUsdcEarn } from './strategies/usdc-earn/index.ts';

/** Makes the strategies for one deployment. */
export function createStrategies(deployment: Deployment): Strategies {
  return {
    'sol-native-stake': createSolNativeStake(deployment),
    'sol-liquid-stake': createSolLiquidStake(deployment),
    'sol-leveraged-stake': createSolLeveragedStake(deployment),
    'usdc-earn': createUsdcEarn(deployment),
  };
}
