import type { QuoteAnswer, QuoteBody } from '@staking-agent/wire';
import { invalidRequest } from '../problem-error.ts';
import type { Services } from '../services.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';

/** `POST /quote`: previews what an exit would pay, without promise. */
export async function quote(body: QuoteBody, services: Services): Promise<QuoteAnswer> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  if (actions.quote === undefined) {
    throw invalidRequest(
      `strategy ${key} has nothing to quote: its exit pays what was asked.`,
      'NOTHING_TO_QUOTE',
    );
  }
  return actions.quote(body, services);
}
