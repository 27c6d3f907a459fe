import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { readInclude } from '../receipts/read-include.ts';
import { describeBuild } from '../receipts/tell-build.ts';
import { handOut } from '../sending/offer.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import { prepareUnstake } from './prepare-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export async function unstake({ body }: Ask<'unstake'>, services: RoutePorts): Promise<AnswerOf<'unstake'>> {
  const include = readInclude(body.include);
  const make = prepareUnstake(body, services);
  const finished = await handOut<FieldsOf<AnswerOf<'unstake'>>>(make, services);
  return await describeBuild(finished, include, services);
}
