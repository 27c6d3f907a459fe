import type { SuggestedCall } from '@staking-agent/wire';
import { printCall } from './print-call.ts';
import type { StakeScene, StakeStanding } from './stake-standing.ts';

/** Lists what the wallet can do now to get something out of a stake account. */
export function listStakeCalls(standing: StakeStanding, scene: StakeScene): SuggestedCall[] {
  const { address: stakeAccount, state, isStaker, isWithdrawer, isLocked, isOurs, free, lamports } = standing;
  const { wallet, epoch, isPaying } = scene;
  if (isPaying) return [];
  const unstake = { strategy: 'sol-native-stake', wallet, stakeAccount };
  const calls: (SuggestedCall | false)[] = [
    (state === 'active' || state === 'activating') &&
      isStaker &&
      printCall('unstake', describeDeactivation(standing, epoch), {
        ...unstake,
        kind: 'deactivate',
      }),
    // The pool takes stake that is wholly active, with its validator, from whoever is both authorities.
    state === 'active' &&
      isOurs &&
      isStaker &&
      isWithdrawer &&
      !isLocked &&
      printCall('unstake', 'Exit at once: the router takes the whole account and pays SOL.', {
        ...unstake,
        kind: 'instant',
      }),
    free > 0n &&
      free === lamports &&
      printCall('withdraw', 'Withdraw everything, which closes the account.', { wallet, stakeAccount }),
    free > 0n &&
      free < lamports &&
      free <= BigInt(Number.MAX_SAFE_INTEGER) &&
      printCall('withdraw', 'Withdraw what is neither delegated nor reserve.', {
        wallet,
        stakeAccount,
        lamports: Number(free),
      }),
  ];
  return calls.filter((call) => call !== false);
}

// Stake that is deactivated in the epoch of its delegation never becomes active.
function describeDeactivation({ account }: StakeStanding, epoch: bigint): string {
  return account.delegation?.activationEpoch === epoch
    ? `Deactivate the account; when that lands in epoch ${epoch} it can be withdrawn at once.`
    : `Deactivate the account; it can be withdrawn once epoch ${epoch} has ended.`;
}
