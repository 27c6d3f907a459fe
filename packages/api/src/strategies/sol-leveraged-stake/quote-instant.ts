import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { exitNearest } from '../../builds/nearest.ts';
import { BOUNDLESS } from '../../builds/range.ts';
import { requireAddress } from '../request-fields.ts';
import type { Quote } from '../strategy.ts';
import { isRouted, quoteThroughRouter } from './buy-through-router.ts';
import { findExitPlace } from './leveraged-accounts.ts';
import { planExit } from './plan-exit.ts';
import { findExitBounds } from './range.ts';
import { readExit } from './read-exit.ts';
import { requireLpAmount } from './require-lp-amount.ts';

/**
 * Previews burning raSOL Max LP: the path and payout that a build at the same moment has.
 *
 * It ignores whether the wallet holds the LP, so that any amount can be priced.
 *
 * @throws {ProblemError} as the build does.
 */
export function createQuote(
  deployment: Deployment,
  leveraged: LeveragedDeployment,
): Quote<'sol-leveraged-stake'> {
  const place = findExitPlace(deployment, leveraged);
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet').text;
    const lp = requireLpAmount(body.amount);
    const reading = await readExit(wallet, await place, services);
    const plan = await exitNearest(
      { amount: lp, asset: 'raSOLMax' },
      () => findExitBounds(BOUNDLESS, reading),
      async () => planExit(lp, { ...reading, vault: { ...reading.vault, userLp: lp } }),
    );
    const { path, payout } = isRouted(plan) ? await quoteThroughRouter(plan, services) : plan;
    return {
      strategy: 'sol-leveraged-stake',
      kind: 'instant',
      inAsset: 'raSOL Max',
      outAsset: 'raSOL',
      inAmount: body.amount ?? formatAmount(lp, ASSET_DECIMALS.raSOLMax),
      outAmount: formatAmount(payout, ASSET_DECIMALS.raSOL),
      path,
    };
  };
}
