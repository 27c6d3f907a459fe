import type { AnswerOf } from '@staking-agent/wire';
import { describeBuild, readInclude } from '../answers/receipts.ts';
import { readAttribution } from '../attribution/read-attribution.ts';
import { handOut } from '../sending/offer.ts';
import { prepareStake } from '../strategies/prepare.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /stake`: builds the transaction that puts an amount into a strategy. */
export async function stake(
  { body, headers, note }: Ask<'stake'>,
  services: RoutePorts,
): Promise<AnswerOf<'stake'>> {
  // What is malformed is refused before anything is looked up.
  const include = readInclude(body.include);
  const { wallet, make } = prepareStake(body, services);
  const asked = readAttribution(body, headers);
  const claim = asked && (await services.attribution.resolve(asked, wallet.text));
  const finished = await handOut<FieldsOf<AnswerOf<'stake'>>>(make, services, { attribution: claim });
  if (claim !== undefined) note({ attribution: claim });
  return await describeBuild(finished, include, services);
}
