import type { AnswerOf } from '@staking-agent/wire';
import { describeBuild, readInclude } from '../answers/receipts.ts';
import { readAttribution } from '../attribution/partner-key.ts';
import { finishBuild } from '../builds/finish.ts';
import { handOut } from '../sending/offer.ts';
import {
  prepareMerge,
  prepareSplit,
  prepareStake,
  prepareUnstake,
  prepareWithdraw,
} from '../strategies/prepare.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import type { Ask, RoutePorts } from './handler.ts';

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

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export async function unstake({ body }: Ask<'unstake'>, services: RoutePorts): Promise<AnswerOf<'unstake'>> {
  const include = readInclude(body.include);
  const make = prepareUnstake(body, services);
  const finished = await handOut<FieldsOf<AnswerOf<'unstake'>>>(make, services);
  return await describeBuild(finished, include, services);
}

/** `POST /withdraw`: builds the transaction that empties or closes an inactive stake account. */
export async function withdraw(
  { body }: Ask<'withdraw'>,
  services: RoutePorts,
): Promise<AnswerOf<'withdraw'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareWithdraw(body, services)(), services);
  return await describeBuild(finished, include, services);
}

/** `POST /split`: builds the transaction that makes two stake accounts of one. */
export async function split({ body }: Ask<'split'>, services: RoutePorts): Promise<AnswerOf<'split'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareSplit(body, services)(), services);
  return await describeBuild(finished, include, services);
}

/** `POST /merge`: builds the transaction that makes one stake account of several. */
export async function merge({ body }: Ask<'merge'>, services: RoutePorts): Promise<AnswerOf<'merge'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareMerge(body, services)(), services);
  return await describeBuild(finished, include, services);
}
