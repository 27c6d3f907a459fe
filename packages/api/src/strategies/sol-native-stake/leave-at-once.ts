import { getOwnFee } from '../../builds/means.ts';
import { type LeaveAtOnce, sumLost } from '../leave-at-once.ts';
import { less } from '../tried-build.ts';
import { COMPUTE_UNIT_LIMITS } from './native-messages.ts';

/** Stake that was never active can be deactivated and withdrawn in the same epoch. */
export const leaveAtOnce: LeaveAtOnce = async ({ amount, receipt }, { means }) => {
  const price = means.price('sol-native-stake');
  const { deactivate, withdraw } = COMPUTE_UNIT_LIMITS;
  const fees = getOwnFee(deactivate, price, means) + getOwnFee(withdraw, price, means);
  return less(amount, sumLost(receipt.costs) + fees);
};
