import type { IncomingHttpHeaders } from 'node:http';
import type { StakeAnswer, StakeBody } from '@staking-agent/wire';
import { assertAttribution } from '../attribution.ts';
import type { Services } from '../services.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { finishBuild } from '../transactions/finish-build.ts';

/** `POST /stake`: builds the transaction that puts an amount into a strategy. */
export async function stake(
  body: StakeBody,
  headers: IncomingHttpHeaders,
  services: Services,
): Promise<StakeAnswer> {
  const { actions } = requireLiveStrategy(body.strategy, services);
  assertAttribution(body, headers);
  const answer = await finishBuild(await actions.stake(body, services), services);
  return answer as StakeAnswer;
}
