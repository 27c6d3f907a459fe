import type { IncomingHttpHeaders } from 'node:http';
import { ASSET_DECIMALS, type StakeAnswer, type StakeBody } from '@staking-agent/wire';
import type { AttributionClaim } from '../attribution/attribution-claim.ts';
import { readAttribution } from '../attribution/read-attribution.ts';
import { requireAddress, requireAmount } from '../request-fields.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { readMinReceive } from '../strategies/read-min-receive.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import type { RoutePorts } from './route-ports.ts';

/**
 * `POST /stake`: builds the transaction that puts an amount into a strategy.
 *
 * @param onAttributed - told who is to be credited, for the log.
 */
export async function stake(
  body: StakeBody,
  headers: IncomingHttpHeaders,
  services: RoutePorts,
  onAttributed: (claim: AttributionClaim) => void,
): Promise<StakeAnswer> {
  const { key, actions, catalog } = requireLiveStrategy(body.strategy, services);
  readMinReceive(body.minReceive, key, 'stake');
  const asked = readAttribution(body, headers);
  if (asked === undefined) {
    return (await finishBuild(await actions.stake(body, services), services)) as StakeAnswer;
  }
  // What is malformed is refused before anything is looked up.
  requireAddress(body.wallet, 'wallet');
  requireAmount(body.amount, 'amount', ASSET_DECIMALS[catalog.asset]);
  const { attribution } = services;
  const claim = await attribution.resolve(asked, body.wallet);
  const answer = (await finishBuild(await actions.stake(body, services), services, claim)) as StakeAnswer;
  if (claim !== undefined) {
    await attribution.record(claim, body.wallet, answer.transaction);
    onAttributed(claim);
  }
  return answer;
}
