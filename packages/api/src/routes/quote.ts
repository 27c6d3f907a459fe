import type { QuoteBody } from '@staking-agent/wire';
import { invalidRequest } from '../problem-error.ts';
import type { Services } from '../services.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';

/** `POST /quote`: no live strategy has an exit whose output needs a preview. */
export function quote(body: QuoteBody, services: Services): never {
  const { key } = requireLiveStrategy(body.strategy, services);
  throw invalidRequest(`strategy ${key} has nothing to quote.`, 'NOTHING_TO_QUOTE');
}
