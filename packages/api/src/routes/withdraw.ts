import type { WithdrawAnswer, WithdrawBody } from '@staking-agent/wire';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /withdraw`: builds the transaction that empties or closes an inactive stake account. */
export async function withdraw(body: WithdrawBody, services: RoutePorts): Promise<WithdrawAnswer> {
  const { actions } = requireLiveStrategy('sol-native-stake', services);
  if (actions.withdraw === undefined) throw new Error('Native staking has no withdraw action.');
  return finishBuild(await actions.withdraw(body, services), services);
}
