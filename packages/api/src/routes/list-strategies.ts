import { STRATEGY_KEYS, type StrategyListAnswer } from '@staking-agent/wire';
import { getStrategyStatus } from '../strategies/prepare.ts';
import type { AnyStrategy } from '../strategies/strategy.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /strategies`: all four, at once, with the figures last known. */
export function listStrategies(_ask: Ask<'listStrategies'>, services: RoutePorts): StrategyListAnswer {
  const strategies = STRATEGY_KEYS.map((key) => {
    const strategy: AnyStrategy = services.strategies[key];
    const { asset, title, blurb } = strategy.catalog;
    const status = getStrategyStatus(strategy, services);
    return { key, asset, title, blurb, status, live: services.figures.listed(key) };
  });
  return { strategies };
}
