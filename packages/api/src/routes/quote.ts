import type { QuoteAnswer, QuoteBody } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { Services } from '../services.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';

/** `POST /quote`: previews what an exit would pay, without promise. */
export async function quote(body: QuoteBody, services: Services): Promise<QuoteAnswer> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  if (actions.quote === undefined) {
    throw problem('NOTHING_TO_QUOTE', { strategy: key });
  }
  return actions.quote(body, services);
}
