import { planUsdcClaim, planUsdcRequest } from './exact/vault-request.ts';
import type { MakePlan } from './exact/verify-exact.ts';
import type { BuildOperation, VerifyRequest } from './verify-request.ts';

const PLANS: Readonly<Record<string, MakePlan>> = {
  'unstake usdc-earn request': planUsdcRequest,
  'unstake usdc-earn claim': planUsdcClaim,
};

/** Finds the plan of a build that few pages show, for `prove`; undefined for every other. */
export function findRarePlan(operation: BuildOperation, request: VerifyRequest): MakePlan | undefined {
  return PLANS[`${operation} ${request.strategy} ${request.step}`];
}
