import type { ReceiptCost } from '@staking-agent/wire';
import { getOwnFee, getRouterFee, type Means } from '../builds/means.ts';
import { toQuantity } from '../runtime/to-quantity.ts';

/** The fee of a transaction of ours, at the price that is the highest it is ever built with. */
export function listFees(unitLimit: number, means: Means): ReceiptCost[] {
  const { signatureFee } = means;
  const priority = getOwnFee(unitLimit, means.dearest, means) - signatureFee;
  return [
    { kind: 'network-fee', ...toQuantity('SOL', signatureFee), isRefundable: false },
    { kind: 'priority-fee', ...toQuantity('SOL', priority), isRefundable: false },
  ];
}

/** The fee of a router transaction that is not built yet: the most that one may cost. */
export function listRouterFees(means: Means): ReceiptCost[] {
  const { signatureFee } = means;
  return [
    { kind: 'network-fee', ...toQuantity('SOL', signatureFee), isRefundable: false },
    { kind: 'priority-fee', ...toQuantity('SOL', getRouterFee(means) - signatureFee), isRefundable: false },
  ];
}
