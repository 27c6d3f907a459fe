import { type LeaveAtOnce, redeemReceipt, sumLost } from '../leave-at-once.ts';
import { quoteSale } from '../quote-sale.ts';
import { less, sumCosts } from '../tried-build.ts';

/** The market buys the raSOL, for the fee that the router bids now: it has just made the stake. */
export const leaveAtOnce: LeaveAtOnce = async (entered, scene) => {
  const { costs } = entered.receipt;
  const bought = await quoteSale(redeemReceipt(entered, scene), scene.services);
  return less(bought, sumLost(costs) + sumCosts(costs.filter(({ kind }) => kind !== 'rent')));
};
