import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { readInclude } from '../receipts/read-include.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import { prepareSplit } from './prepare-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /split`: builds the transaction that makes two stake accounts of one. */
export async function split({ body }: Ask<'split'>, services: RoutePorts): Promise<AnswerOf<'split'>> {
  const include = readInclude(body.include);
  return finishBuild(await prepareSplit(body, services)(), services, { include });
}
