import { isStrategyKey, STRATEGY_KEYS, type StrategyKey, type StrategyStatus } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { AnyLiveStrategy, AnyStrategy, Strategies } from './strategy.ts';

/** Which strategies there are, and which the operator holds back. */
export type StrategyRegistry = {
  readonly strategies: Strategies;
  readonly config: { readonly comingSoon: ReadonlySet<StrategyKey> };
};

/** Tells whether a strategy can be called: it has actions, and the operator does not hold it back. */
export function getStrategyStatus(
  strategy: AnyStrategy,
  { config }: Pick<StrategyRegistry, 'config'>,
): StrategyStatus {
  return strategy.actions === undefined || config.comingSoon.has(strategy.key) ? 'coming_soon' : 'live';
}

/**
 * Finds a strategy that can be called.
 *
 * @throws {ProblemError} `not_found` for an unknown key, `service_unavailable` for an announced one.
 */
export function requireLiveStrategy(key: string, registry: StrategyRegistry): AnyLiveStrategy {
  if (!isStrategyKey(key)) throw problem('STRATEGY_NOT_FOUND', { strategy: key, known: STRATEGY_KEYS });
  const strategy: AnyStrategy = registry.strategies[key];
  if (!hasActions(strategy) || getStrategyStatus(strategy, registry) !== 'live') {
    throw problem('STRATEGY_NOT_LIVE', { strategy: key });
  }
  return strategy;
}

function hasActions(strategy: AnyStrategy): strategy is AnyLiveStrategy {
  return strategy.actions !== undefined;
}
