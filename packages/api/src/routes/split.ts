import type { AnswerOf } from '@staking-agent/wire';
import { describeBuild, readInclude } from '../answers/receipts.ts';
import { finishBuild } from '../builds/finish.ts';
import { prepareSplit } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /split`: builds the transaction that makes two stake accounts of one. */
export async function split({ body }: Ask<'split'>, services: RoutePorts): Promise<AnswerOf<'split'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareSplit(body, services)(), services);
  return await describeBuild(finished, include, services);
}
