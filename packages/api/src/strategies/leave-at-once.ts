import type { Receipt, ReceiptCost } from '@staking-agent/wire';
import type { Means } from '../builds/means.ts';
import type { StrategyRange } from '../builds/range.ts';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';
import type { SalePorts } from './quote-sale.ts';
import { readReceived, sumCosts } from './tried-build.ts';

/** A stake that was tried: what goes in, in base units, and what the proof says of it. */
export type Entered = { readonly amount: bigint; readonly receipt: Receipt };

/** What leaving at once is worked out from. */
export type LeaveScene = {
  readonly range: StrategyRange | ProblemError | undefined;
  readonly means: Means;
  readonly services: SalePorts;
};

/**
 * Says what comes back of a stake that leaves again at once, in base units of what goes in, less all fees that are SOL
 * where it is SOL.
 *
 * @throws {ProblemError} when it could not leave now; {@link UpstreamFault} when the router gives no quote.
 */
export type LeaveAtOnce = (entered: Entered, scene: LeaveScene) => Promise<bigint>;

/** Computes what the receipt of a stake would pay now. @throws {ProblemError} where it could not leave now. */
export function redeemReceipt({ receipt }: Entered, { range }: LeaveScene): bigint {
  if (isProblemError(range)) throw range;
  if (range?.redeem === undefined) throw new Error('A stake brings a receipt that nobody redeems.');
  return range.redeem(readReceived(receipt).expected);
}

/** Sums the costs that are not recovered, in lamports. */
export function sumLost(costs: readonly ReceiptCost[]): bigint {
  return sumCosts(costs.filter(({ isRefundable }) => !isRefundable));
}
