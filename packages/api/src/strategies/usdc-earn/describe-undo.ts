import { suggestCall } from '../suggest-call.ts';
import type { DescribeUndo } from '../undo.ts';

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = ({ wallet }) => ({
  isPossible: true,
  description: 'Withdraw from the vault at once, as far as it and its strategies have funds at hand.',
  next: [
    suggestCall('unstake', 'Withdraws the whole position, with what was in the vault before.', {
      strategy: 'usdc-earn',
      wallet,
      kind: 'instant',
      isWithdrawAll: true,
    }),
  ],
});
