import type { StrategyAnswer, StrategyDetail } from '@staking-agent/wire';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /strategies/{key}`: one strategy in full, with figures read for this answer. */
export async function getStrategy(
  { key }: { readonly key: string },
  services: RoutePorts,
): Promise<StrategyAnswer> {
  const strategy = requireLiveStrategy(key, services);
  const { onchain, ...words } = strategy.catalog;
  const live = await services.figures.fresh(strategy.key);
  return {
    strategy: {
      key: strategy.key,
      ...words,
      status: 'live',
      live,
      onchain: onchain(services.config.deployment),
    } as StrategyDetail,
  } as StrategyAnswer;
}
