import type { AnswerOf } from '@staking-agent/wire';
import { requireLiveStrategy } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /strategies/{key}`: one strategy in full, with figures read for this answer. */
export async function getStrategy(
  { params }: Ask<'getStrategy'>,
  services: RoutePorts,
): Promise<AnswerOf<'getStrategy'>> {
  const strategy = requireLiveStrategy(params.key, services);
  return strategy.describe(await services.figures.fresh(strategy.key), services);
}
