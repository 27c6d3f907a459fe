import type { AnswerOf } from '@staking-agent/wire';
import { describeBuild, readInclude } from '../answers/receipts.ts';
import { finishBuild } from '../builds/finish.ts';
import { prepareWithdraw } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
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
