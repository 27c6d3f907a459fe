import { suggestCall } from '../suggest-call.ts';
import type { DescribeUndo } from '../undo.ts';

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = ({ wallet, receive }) => ({
  isPossible: true,
  description:
    'Sell the raSOL for SOL at the market, at once, or turn it into a stake account that cools down.',
  next: [
    suggestCall(
      'unstake',
      'Sells at the market. amount is the least that arrives; replace it by what was received.',
      {
        strategy: 'sol-liquid-stake',
        wallet,
        kind: 'instant',
        amount: receive?.atLeast?.amount,
      },
    ),
  ],
});
