import { suggestCall } from '../suggest-call.ts';
import type { DescribeUndo } from '../undo.ts';

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = ({ wallet, receive }) => ({
  isPossible: true,
  description:
    'Burn the raSOL Max for raSOL at once, out of idle funds or through a flash loan, then sell the raSOL: two transactions. The answer to the first describes the second.',
  next: [
    suggestCall(
      'unstake',
      'Burns raSOL Max. amount is the least that arrives; replace it by what was received.',
      {
        strategy: 'sol-leveraged-stake',
        wallet,
        kind: 'instant',
        amount: receive?.atLeast?.amount,
        outputAsset: 'SOL',
      },
    ),
  ],
});
