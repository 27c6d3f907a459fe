import type { Address } from '@solana/kit';
import { getMergeState, isLockupInForce } from '@staking-agent/chain/stake';
import type { HeldStake, StakeScene } from './stake-standing.ts';

/** Finds the stake accounts that can be merged into one; empty where there are none. */
export type FindMergeable = (stakeAccount: Address) => readonly Address[];

/**
 * Groups the stake accounts that only the wallet controls by validator and state; grouping scales to thousands of accounts.
 */
export function findMergeable(
  stakes: readonly HeldStake[],
  scene: Omit<StakeScene, 'mergeable'>,
): FindMergeable {
  const groups = new Map<string, Address[]>();
  const keys = new Map<Address, string>();
  for (const { address, account } of stakes) {
    const key = nameGroup(account, scene);
    if (key === undefined) continue;
    keys.set(address, key);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [address]);
    else group.push(address);
  }
  return (address) => (groups.get(keys.get(address) ?? '') ?? []).filter((other) => other !== address);
}

/**
 * Returns the group of an account; accounts of one group can be merged. Undefined when it cannot be merged or should be
 * withdrawn.
 */
function nameGroup(account: HeldStake['account'], scene: Omit<StakeScene, 'mergeable'>): string | undefined {
  const { authorities, delegation, lockup } = account;
  const state = getMergeState(account, scene);
  const isOwn = authorities.staker === scene.wallet && authorities.withdrawer === scene.wallet;
  if (!isOwn || delegation === undefined || (state !== 'active' && state !== 'activating')) return undefined;
  const lock = isLockupInForce(account, scene)
    ? `${lockup.epoch} ${lockup.unixTimestamp} ${lockup.custodian}`
    : 'unlocked';
  return `${state} ${delegation.voteAccount} ${lock}`;
}
