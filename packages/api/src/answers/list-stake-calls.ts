import { ASSET_DECIMALS, formatAmount, MAX_MERGED, type SuggestedCall } from '@staking-agent/wire';
import { printCall } from '../strategies/print-call.ts';
import { findSplitRange } from '../strategies/sol-native-stake/split-range.ts';
import { suggestSplit } from '../strategies/sol-native-stake/suggest-split.ts';
import type { StakeScene, StakeStanding } from './stake-standing.ts';

/** Lists what the wallet can do now with a stake account. Calls that take nothing out come between those that do. */
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
    suggestHalf(standing, scene),
    suggestMerge(standing, scene),
    // The pool accepts only stake that is wholly active, with its validator, from a wallet that holds both authorities.
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

/** Suggests a split in two halves, which the caller can change; undefined when the account cannot be split. */
function suggestHalf(
  standing: StakeStanding,
  { wallet, minimumDelegation }: StakeScene,
): SuggestedCall | false {
  const { account, address: stakeAccount, state, isStaker, isWithdrawer, isLocked } = standing;
  const { stake: delegated } = account.delegation ?? {};
  const isWorking = state === 'active' || state === 'activating';
  if (!(isWorking && isStaker && isWithdrawer) || isLocked) return false;
  if (delegated === undefined || minimumDelegation === undefined) return false;
  const range = findSplitRange(delegated, minimumDelegation);
  if (range === undefined) return false;
  const print = (lamports: bigint) => formatAmount(lamports, ASSET_DECIMALS.SOL);
  const description = `Split the account in two; amount may be ${print(range.least)} to ${print(range.most)} SOL, and with then "deactivate" only that cools down.`;
  const asked = { wallet, stakeAccount, amount: delegated / 2n, delegated, minimumDelegation };
  return suggestSplit(asked, description) ?? false;
}

function suggestMerge(
  { address: into }: StakeStanding,
  { wallet, mergeable }: StakeScene,
): SuggestedCall | false {
  const from = mergeable(into).slice(0, MAX_MERGED);
  const which = from.length === 1 ? 'the other account' : `${from.length} other accounts`;
  return (
    from.length > 0 &&
    printCall('merge', `Merge ${which} of the same validator into this one.`, { wallet, into, from })
  );
}
