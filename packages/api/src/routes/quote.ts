import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { findMaxExit } from '../limits/find-max.ts';
import { problem } from '../problems/problem.ts';
import { MAX } from '../request-fields.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /quote`: previews what an exit would pay, without promise. */
export async function quote({ body }: Ask<'quote'>, services: RoutePorts): Promise<AnswerOf<'quote'>> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  if (!('quote' in actions)) throw problem('NOTHING_TO_QUOTE', { strategy: key });
  if (body.amount !== MAX) return await actions.quote(body, services);
  const { amount: _max, ...rest } = body;
  const { amount } = await findMaxExit(
    { key, kind: 'instant', wallet: body.wallet },
    actions.exits,
    services,
  );
  return await actions.quote({ ...rest, ...(amount !== undefined && { amount }) }, services);
}
