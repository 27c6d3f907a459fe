import { isStrategyKey, STRATEGY_ASSETS } from '@staking-agent/wire';

/** Checks whether a strategy puts USDC into a vault, whose transactions its provider may make. */
export function isOfVault(strategy: string | undefined): boolean {
  return strategy !== undefined && isStrategyKey(strategy) && STRATEGY_ASSETS[strategy].input === 'USDC';
}
