import { type LeaveAtOnce, redeemReceipt } from '../leave-at-once.ts';

/** The vault pays USDC; fees are SOL, and no part of it. */
export const leaveAtOnce: LeaveAtOnce = async (entered, scene) => redeemReceipt(entered, scene);
