import { getOwnFee, getRouterFee } from '../../builds/means.ts';
import { type LeaveAtOnce, redeemReceipt, sumLost } from '../leave-at-once.ts';
import { quoteSale } from '../quote-sale.ts';
import { less } from '../tried-build.ts';
import { UNIT_LIMITS } from './unit-limits.ts';

/** An exit to raSOL, which the market buys for the most that the router may bid. */
export const leaveAtOnce: LeaveAtOnce = async (entered, scene) => {
  const { means, services } = scene;
  const bought = await quoteSale(redeemReceipt(entered, scene), services);
  const own = getOwnFee(UNIT_LIMITS.flashExit, means.price('sol-leveraged-stake'), means);
  return less(bought, sumLost(entered.receipt.costs) + own + getRouterFee(means));
};
