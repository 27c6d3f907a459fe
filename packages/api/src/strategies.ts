import type { Deployment } from '@staking-agent/chain/deployment';
import { leveragedBuilds } from './strategies/sol-leveraged-stake/builds.ts';
import { leveragedFacts, leveragedFigures, locateLeveraged } from './strategies/sol-leveraged-stake/facts.ts';
import { leveragedPosition } from './strategies/sol-leveraged-stake/position.ts';
import { liquidBuilds, locateLiquid } from './strategies/sol-liquid-stake/builds.ts';
import { liquidFacts, liquidFigures } from './strategies/sol-liquid-stake/facts.ts';
import { liquidPosition } from './strategies/sol-liquid-stake/position.ts';
import { createStake, deactivate, withdrawStake } from './strategies/sol-native-stake/builds.ts';
import { nativePosition, quote, unstakeInstant } from './strategies/sol-native-stake/exits.ts';
import { locateNative, nativeFacts, nativeFigures } from './strategies/sol-native-stake/facts.ts';
import { mergeStakes, splitStake } from './strategies/sol-native-stake/parts.ts';
import type { Strategies, StrategyBuilds } from './strategies/strategy.ts';
import { usdcBuilds } from './strategies/usdc-earn/builds.ts';
import { locateUsdc, usdcFacts, usdcFigures } from './strategies/usdc-earn/facts.ts';
import { usdcPosition } from './strategies/usdc-earn/position.ts';

/** Makes the strategies for one deployment; one that names no leveraged vault only announces that strategy. */
export function createStrategies({ voteAccount, leveraged }: Deployment): Strategies {
  const nativeBuilds: StrategyBuilds<'sol-native-stake'> = {
    stake: createStake(voteAccount),
    unstake: { deactivate, instant: unstakeInstant },
    quote,
    withdraw: withdrawStake,
    split: splitStake,
    merge: mergeStakes,
  };
  return {
    'sol-native-stake': {
      ...nativeFacts,
      actions: { ...nativeFigures, locate: locateNative, ...nativePosition, ...nativeBuilds },
    },
    'sol-liquid-stake': {
      ...liquidFacts,
      actions: { ...liquidFigures, locate: locateLiquid, ...liquidPosition, ...liquidBuilds },
    },
    'sol-leveraged-stake': {
      ...leveragedFacts,
      ...(leveraged && {
        actions: { ...leveragedFigures, locate: locateLeveraged, ...leveragedPosition, ...leveragedBuilds },
      }),
    },
    'usdc-earn': {
      ...usdcFacts,
      actions: { ...usdcFigures, locate: locateUsdc, ...usdcPosition, ...usdcBuilds },
    },
  };
}
