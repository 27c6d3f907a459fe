import type { StakeAccount } from './decode-stake-account.ts';
import { type FindStakeHistory, getStakeStatus, NOT_DEACTIVATED } from './stake-activation.ts';

/** What the stake program goes by: `changing` while a part of the delegation warms up or cools down. */
export type MergeState = 'inactive' | 'activating' | 'active' | 'changing';

/** What keeps two stake accounts apart: one of them is changing, or they differ in something. */
export type MergeObstacle =
  | 'into-changing'
  | 'from-changing'
  | 'authorities'
  | 'lockup'
  | 'validator'
  | 'deactivation'
  | 'state';

/** The moment a merge is judged at: epoch, and time in Unix seconds. */
export type MergeMoment = {
  readonly epoch: bigint;
  readonly now: bigint;
  readonly history: FindStakeHistory;
};

/** The state of a stake account as merges see it. */
export function getMergeState(
  { delegation }: StakeAccount,
  { epoch, history }: Pick<MergeMoment, 'epoch' | 'history'>,
): MergeState {
  if (delegation === undefined) return 'inactive';
  const { effective, activating, deactivating } = getStakeStatus(delegation, epoch, history);
  if (effective === 0n) return activating === 0n ? 'inactive' : 'activating';
  return activating === 0n && deactivating === 0n ? 'active' : 'changing';
}

/**
 * Returns the reason why the stake program would refuse to merge two accounts; undefined when it would merge them.
 *
 * The rule of `MergeKind::merge` (solana-program/stake). It also merges an activating account into an inactive one, which
 * takes the delegation back.
 *
 * @param into - stays.
 * @param from - becomes a part of it.
 */
export function findMergeObstacle(
  into: StakeAccount,
  from: StakeAccount,
  moment: MergeMoment,
): MergeObstacle | undefined {
  const state = getMergeState(into, moment);
  const other = getMergeState(from, moment);
  if (state === 'changing') return 'into-changing';
  if (other === 'changing') return 'from-changing';
  if (!hasSameAuthorities(into, from)) return 'authorities';
  if (!hasFittingLockup(into, from, moment)) return 'lockup';
  if (state !== 'inactive' && other !== 'inactive') {
    if (into.delegation?.voteAccount !== from.delegation?.voteAccount) return 'validator';
    const ends = [into, from].map(({ delegation }) => delegation?.deactivationEpoch);
    if (ends.some((epoch) => epoch !== NOT_DEACTIVATED)) return 'deactivation';
  }
  const isStateless = state === 'inactive' ? other === 'active' : state === 'active' && other !== 'active';
  return isStateless || (state === 'activating' && other === 'active') ? 'state' : undefined;
}

function hasSameAuthorities({ authorities }: StakeAccount, other: StakeAccount): boolean {
  const { staker, withdrawer } = other.authorities;
  return authorities.staker === staker && authorities.withdrawer === withdrawer;
}

/** The same lockup, or none of them in force. */
function hasFittingLockup(
  { lockup }: StakeAccount,
  { lockup: other }: StakeAccount,
  moment: MergeMoment,
): boolean {
  const isSame =
    lockup.unixTimestamp === other.unixTimestamp &&
    lockup.epoch === other.epoch &&
    lockup.custodian === other.custodian;
  return isSame || !(isLockupInForce({ lockup }, moment) || isLockupInForce({ lockup: other }, moment));
}

/** Whether nothing can be withdrawn from a stake account without its custodian. */
export function isLockupInForce(
  { lockup }: Pick<StakeAccount, 'lockup'>,
  { epoch, now }: Pick<MergeMoment, 'epoch' | 'now'>,
): boolean {
  return lockup.epoch > epoch || lockup.unixTimestamp > now;
}
