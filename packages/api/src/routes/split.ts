import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { readInclude } from '../receipts/read-include.ts';
import { describeBuild } from '../receipts/tell-build.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import { prepareSplit } from './prepare-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /split`: builds the transaction that makes two stake accounts of one. */
export async function split({ body }: Ask<'split'>, services: RoutePorts): Promise<AnswerOf<'split'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareSplit(body, services)(), services);
  return await describeBuild(finished, include, services);
}
