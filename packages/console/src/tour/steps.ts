import { editingWallet } from './editing-wallet.ts';
import { lateTransaction } from './late-transaction.ts';
import { maliciousOrders } from './malicious-orders.ts';
import { pressedTwice } from './pressed-twice.ts';
import type { Step } from './step.ts';
import { tamperedBuild } from './tampered-build.ts';
import { wrongAmounts } from './wrong-amounts.ts';

/** The tour, in its order; what has to wait begins early. */
export const STEPS: readonly Step[] = [
  wrongAmounts,
  lateTransaction,
  editingWallet,
  tamperedBuild,
  maliciousOrders,
  pressedTwice,
];
