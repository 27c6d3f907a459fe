import type { AnswerOf } from '@staking-agent/wire';
import { describeBuild, readInclude } from '../answers/receipts.ts';
import { handOut } from '../sending/offer.ts';
import { prepareUnstake } from '../strategies/prepare.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export async function unstake({ body }: Ask<'unstake'>, services: RoutePorts): Promise<AnswerOf<'unstake'>> {
  const include = readInclude(body.include);
  const make = prepareUnstake(body, services);
  const finished = await handOut<FieldsOf<AnswerOf<'unstake'>>>(make, services);
  return await describeBuild(finished, include, services);
}
