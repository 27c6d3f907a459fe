import type { AnswerOf } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { MAX } from '../strategies/fields.ts';
import { findMaxExit, requireLiveStrategy } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
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
