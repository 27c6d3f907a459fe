import type { AnswerOf } from '@staking-agent/wire';
import { describeBuild, readInclude } from '../answers/receipts.ts';
import { finishBuild } from '../builds/finish.ts';
import { prepareMerge } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /merge`: builds the transaction that makes one stake account of several. */
export async function merge({ body }: Ask<'merge'>, services: RoutePorts): Promise<AnswerOf<'merge'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareMerge(body, services)(), services);
  return await describeBuild(finished, include, services);
}
