import { planRoutedExit } from './exact/router-purchase.ts';
import { planUsdcClaim, planUsdcRequest } from './exact/vault-request.ts';
import type { MakePlan } from './exact/verify-exact.ts';
import type { VerifyDeployment } from './verify-deployment.ts';
import type { BuildOperation, VerifyRequest } from './verify-request.ts';

const PLANS: Readonly<Record<string, MakePlan>> = {
  'unstake usdc-earn request': planUsdcRequest,
  'unstake usdc-earn claim': planUsdcClaim,
};

/**
 * Finds the plan of a build that few pages show, for `prove`; undefined for every other.
 *
 * @param deployment - where it has no market, exits of leveraged staking buy through the router.
 */
export function findRarePlan(
  operation: BuildOperation,
  request: VerifyRequest,
  deployment?: VerifyDeployment,
): MakePlan | undefined {
  const { adaptor, market } = deployment?.leveraged ?? {};
  const isExit = operation === 'unstake' && request.strategy === 'sol-leveraged-stake';
  if (isExit && adaptor !== undefined && market === undefined) return planRoutedExit;
  return PLANS[`${operation} ${request.strategy} ${request.step}`];
}
