import { isStrategyKey, STRATEGY_KEYS, type StrategyStatus } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { Services } from '../services.ts';
import type { Actions, AnyStrategy } from './strategy.ts';

type StrategyServices = Pick<Services, 'strategies' | 'config'>;

/** Tells whether a strategy can be called: it has actions, and the operator does not hold it back. */
export function statusOf(strategy: AnyStrategy, { config }: Pick<Services, 'config'>): StrategyStatus {
  return strategy.actions === undefined || config.comingSoon.has(strategy.key) ? 'coming_soon' : 'live';
}

/**
 * Finds a strategy that can be called.
 *
 * @throws {ProblemError} `not_found` for an unknown key, `service_unavailable` for an announced one.
 */
export function requireLiveStrategy(
  key: string,
  services: StrategyServices,
): AnyStrategy & { actions: Actions } {
  if (!isStrategyKey(key)) throw problem('STRATEGY_NOT_FOUND', { strategy: key, known: STRATEGY_KEYS });
  const strategy: AnyStrategy = services.strategies[key];
  const { actions } = strategy;
  if (actions === undefined || statusOf(strategy, services) !== 'live')
    throw problem('STRATEGY_NOT_LIVE', { strategy: key });
  return { ...strategy, actions };
}
