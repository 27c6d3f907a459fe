import { planRoutedExit } from './exact/router-purchase.ts';
import { planMerge, planSplit } from './exact/stake-parts.ts';
import { planUsdcCancel, planUsdcClaim, planUsdcRequest } from './exact/vault-request.ts';
import type { MakePlan } from './exact/verify-exact.ts';
import type { VerifyDeployment } from './verify-deployment.ts';
import type { BuildOperation, VerifyRequest } from './verify-request.ts';

const PLANS: Readonly<Record<string, MakePlan>> = {
  'unstake usdc-earn request': planUsdcRequest,
  'unstake usdc-earn claim': planUsdcClaim,
  'unstake usdc-earn cancel': planUsdcCancel,
  'split ': planSplit,
  'merge ': planMerge,
};

/**
 * Finds the plan of a rarely used build, for `prove`; undefined for every other build.
 *
 * @param deployment - where it has no market, exits of leveraged staking buy through the router.
 */
export function findRarePlan(
  operation: BuildOperation,
  { strategy, step }: VerifyRequest,
  deployment?: VerifyDeployment,
): MakePlan | undefined {
  if (operation !== 'unstake') return PLANS[`${operation} `];
  const { adaptor, market } = deployment?.leveraged ?? {};
  const isMarketless = adaptor !== undefined && market === undefined;
  if (isMarketless && strategy === 'sol-leveraged-stake') return planRoutedExit;
  return PLANS[`${operation} ${strategy} ${step}`];
}
