import { findOpenedStake } from '../../builds/told-build.ts';
import { suggestCall, suggestWithdrawal } from '../suggest-call.ts';
import type { DescribeUndo } from '../undo.ts';

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = (facts) => {
  const { wallet, cooldownEnd } = facts;
  const stakeAccount = findOpenedStake(facts);
  const leave = { strategy: 'sol-native-stake', wallet, kind: 'deactivate', stakeAccount };
  return {
    isPossible: true,
    description:
      'Deactivate the stake account, then withdraw all of it, its rent with it. Deactivated in the epoch of the stake it can be withdrawn at once, later when the epoch of its deactivation has ended. Once it is active, an instant exit pays at the market.',
    next: [
      suggestCall('unstake', 'Deactivates the stake account.', leave),
      suggestWithdrawal(wallet, stakeAccount, cooldownEnd),
    ],
  };
};
