import { type AnswerOf, UNSTAKE_KINDS, type UnstakeBody, type UnstakeKind } from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { problem } from '../problems/problem.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import { readMinReceive } from '../strategies/read-min-receive.ts';
import type { FieldsOf, StrategyPorts } from '../strategies/strategy.ts';
import type { Build } from '../transactions/build.ts';
import { finishBuild } from '../transactions/finish-build.ts';
import type { RoutePorts } from './route-ports.ts';

type Fields = FieldsOf<AnswerOf<'unstake'>>;
type Exits = {
  readonly [Kind in UnstakeKind]?: (body: UnstakeBody, ports: StrategyPorts) => Promise<Build<Fields>>;
};

/** `POST /unstake`: builds the transaction that takes an amount, or a stake account, out of a strategy. */
export async function unstake({ body }: Ask<'unstake'>, services: RoutePorts): Promise<AnswerOf<'unstake'>> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  const exits: Exits = actions.unstake;
  const kind = UNSTAKE_KINDS.find((each) => each === body.kind);
  const exit = kind && exits[kind];
  if (kind === undefined || exit === undefined) {
    throw problem('KIND_NOT_OFFERED', { kind: body.kind, strategy: key, offered: Object.keys(exits) });
  }
  readMinReceive(body.minReceive, key, kind);
  return finishBuild<Fields>(await exit(body, services), services);
}
