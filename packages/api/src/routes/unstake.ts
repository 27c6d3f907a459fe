import { UNSTAKE_KINDS, type UnstakeAnswer, type UnstakeBody, type UnstakeKind } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { readMinReceive } from '../strategies/read-min-receive.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export async function unstake(body: UnstakeBody, services: RoutePorts): Promise<UnstakeAnswer> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  const action = UNSTAKE_KINDS.includes(body.kind as UnstakeKind)
    ? actions.unstake[body.kind as UnstakeKind]
    : undefined;
  if (action === undefined) {
    throw problem('KIND_NOT_OFFERED', {
      kind: body.kind,
      strategy: key,
      offered: Object.keys(actions.unstake),
    });
  }
  readMinReceive(body.minReceive, key, body.kind as UnstakeKind);
  const answer = await finishBuild(await action(body, services), services);
  return answer as UnstakeAnswer;
}
