import { type AnswerOf, ASSET_DECIMALS } from '@staking-agent/wire';
import { readAttribution } from '../attribution/read-attribution.ts';
import type { Ask } from '../http/route.ts';
import { requireAddress, requireAmount } from '../request-fields.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { readMinReceive } from '../strategies/read-min-receive.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /stake`: builds the transaction that puts an amount into a strategy. */
export async function stake(
  { body, headers, note }: Ask<'stake'>,
  services: RoutePorts,
): Promise<AnswerOf<'stake'>> {
  const { key, actions, catalog } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  readMinReceive(body.minReceive, key, 'stake');
  // What is malformed is refused before anything is looked up.
  const asked = readAttribution(body, headers);
  const wallet = requireAddress(body.wallet, 'wallet');
  const amount = requireAmount(body.amount, 'amount', ASSET_DECIMALS[catalog.asset]);
  const { attribution } = services;
  const claim = asked && (await attribution.resolve(asked, wallet.text));
  const build = await actions.stake({ body, wallet, amount }, services);
  const answer = await finishBuild<FieldsOf<AnswerOf<'stake'>>>(build, services, claim);
  if (claim !== undefined) {
    await attribution.record(claim, wallet.text, answer.transaction);
    note({ attribution: claim });
  }
  return answer;
}
