import type { AnswerOf } from '@staking-agent/wire';
import { type FinishPorts, finishBuild } from '../builds/finish-build.ts';
import type { MakeBuild } from '../strategies/prepare-build.ts';
import type { FieldsOf, StrategyPorts } from '../strategies/strategy.ts';
import type { TriedBuild } from '../strategies/tried-build.ts';
import { describeBuild, type TellPorts } from './tell-build.ts';

const RECEIPT = new Set(['receipt'] as const);

/**
 * Makes a build as its operation would, to read the effects from its proof.
 *
 * @throws {ProblemError} as the operation does.
 */
export async function tryBuild<Id extends 'stake' | 'unstake'>(
  make: MakeBuild<Id>,
  services: FinishPorts & TellPorts,
): Promise<TriedBuild> {
  const finished = await finishBuild<FieldsOf<AnswerOf<Id>>>(await make(), services);
  const answer = await describeBuild(finished, RECEIPT, services);
  const { receipt } = answer;
  if (receipt === undefined) throw new Error('A build was asked for its receipt and has none.');
  const { amount }: Readonly<Record<string, unknown>> = { ...answer };
  return { receipt, via: nameVia({ ...answer }), amount: typeof amount === 'string' ? amount : undefined };
}

/** Returns services whose builds are handed out to nobody, so that they need no store. */
export function unkept<Services extends StrategyPorts>(services: Services): Services {
  return { ...services, requireStore: async () => undefined };
}

function nameVia({ route, routerKind, path }: Readonly<Record<string, unknown>>): string {
  return route === 'router' ? `router ${routerKind}` : String(path ?? route ?? 'stake program');
}
