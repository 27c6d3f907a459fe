import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { readInclude } from '../receipts/read-include.ts';
import { describeBuild } from '../receipts/tell-build.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import { prepareWithdraw } from './prepare-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /withdraw`: builds the transaction that empties or closes an inactive stake account. */
export async function withdraw(
  { body }: Ask<'withdraw'>,
  services: RoutePorts,
): Promise<AnswerOf<'withdraw'>> {
  const include = readInclude(body.include);
  const finished = await finishBuild(await prepareWithdraw(body, services)(), services);
  return await describeBuild(finished, include, services);
}
