import type { QuoteAnswer, QuoteBody } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /quote`: previews what an exit would pay, without promise. */
export async function quote(body: QuoteBody, services: RoutePorts): Promise<QuoteAnswer> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  if (actions.quote === undefined) {
    throw problem('NOTHING_TO_QUOTE', { strategy: key });
  }
  return actions.quote(body, services);
}
