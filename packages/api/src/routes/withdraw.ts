import type { AnswerOf } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import type { RoutePorts } from './route-ports.ts';

/**
 * `POST /withdraw`: builds the transaction that empties or closes an inactive stake account.
 *
 * It also works while native staking is held back from callers: what is staked must be able to leave.
 */
export async function withdraw(
  { body }: Ask<'withdraw'>,
  services: RoutePorts,
): Promise<AnswerOf<'withdraw'>> {
  services.switches.assertRunning('sol-native-stake');
  const { actions } = services.strategies['sol-native-stake'];
  return finishBuild(await actions.withdraw(body, services), services);
}
