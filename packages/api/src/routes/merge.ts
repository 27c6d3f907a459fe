import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { readInclude } from '../receipts/read-include.ts';
import { describeBuild } from '../receipts/tell-build.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import { prepareMerge } from './prepare-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /merge`: builds the transaction that makes one stake account of several. */
export async function merge({ body }: Ask<'merge'>, services: RoutePorts): Promise<AnswerOf<'merge'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareMerge(body, services)(), services);
  return await describeBuild(finished, include, services);
}
