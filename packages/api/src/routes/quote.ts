import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { fillMaxExit } from '../limits/fill-max.ts';
import { problem } from '../problems/problem.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /quote`: previews what an exit would pay, without promise. */
export async function quote({ body }: Ask<'quote'>, services: RoutePorts): Promise<AnswerOf<'quote'>> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  if (!('quote' in actions)) throw problem('NOTHING_TO_QUOTE', { strategy: key });
  return actions.quote(await fillMaxExit(key, 'instant', body, services), services);
}
