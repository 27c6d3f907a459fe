import { STRATEGY_KEYS, type StrategyListAnswer } from '@staking-agent/wire';
import type { Services } from '../services.ts';
import { statusOf } from '../strategies/find-strategy.ts';
import type { AnyStrategy } from '../strategies/strategy.ts';

/** `GET /strategies`: all four, whatever their sources do. */
export async function listStrategies(services: Services): Promise<StrategyListAnswer> {
  const strategies = await Promise.all(
    STRATEGY_KEYS.map(async (key) => {
      const strategy: AnyStrategy = services.strategies[key];
      const { asset, title, blurb } = strategy.catalog;
      const live = (await strategy.actions?.live(services)) ?? { apy: null, exchangeRate: null };
      return { key, asset, title, blurb, status: statusOf(strategy, services), live };
    }),
  );
  return { strategies };
}
