import type { Address } from '@solana/kit';
import {
  getMergeState,
  getStakeStatus,
  isLockupInForce,
  NOT_DEACTIVATED,
  type StakeAccount,
  type StakeStatus,
} from '@staking-agent/chain/stake';
import {
  ASSET_DECIMALS,
  type AvailableAt,
  formatAmount,
  MAX_MERGED,
  type PositionWarning,
  type StakePosition,
  type SuggestedCall,
} from '@staking-agent/wire';
import { toQuantity } from '../../runtime/json.ts';
import type { ReadAccounts } from '../../upstreams/ledger/client.ts';
import { type EpochRest, estimateEpochEnd, less } from '../options.ts';
import { printCall, type StrategyServices } from '../strategy.ts';
import { decodeMoment, findSplitRange, suggestSplit } from './checks.ts';
import type { HeldStake } from './search.ts';

/**
 * Prepares the description of a wallet's stake accounts as positions.
 *
 * @param stakes - all that are known: two of them may be mergeable.
 * @param read - MOMENT among it.
 * @throws {UpstreamFault} when a part of the moment is missing.
 */
export function prepareStakes(
  stakes: readonly HeldStake[],
  wallet: Address,
  read: ReadAccounts,
  rest: EpochRest | undefined,
  services: StrategyServices,
): (stake: HeldStake) => StakePosition {
  const scene = createScene(wallet, read, rest, services);
  const findMergeable = groupMergeable(stakes, scene);
  return (stake) => describeStake(stake, findMergeable(stake.address), scene);
}

/** The facts that the stake accounts of one wallet share; lamports, undefined while they are not known. */
type StakeScene = ReturnType<typeof createScene>;

function createScene(
  wallet: Address,
  read: ReadAccounts,
  rest: EpochRest | undefined,
  services: StrategyServices,
) {
  const moment = decodeMoment(read);
  return {
    ...moment,
    wallet,
    voteAccount: services.config.deployment.voteAccount,
    isDelinquent: services.validator.peek()?.isDelinquent,
    epochEnd: rest === undefined ? {} : estimateEpochEnd(rest, moment, services),
    minimumDelegation: (services.stakeTerms.peek() ?? services.stakeTerms.look()?.value)?.minimumDelegation,
  };
}

function describeStake(stake: HeldStake, mergeables: readonly Address[], scene: StakeScene): StakePosition {
  const { account, address, lamports } = stake;
  const { delegation, authorities } = account;
  const { epoch, history } = scene;
  const status =
    delegation === undefined
      ? { effective: 0n, activating: 0n, deactivating: 0n }
      : getStakeStatus(delegation, epoch, history);
  const standing = getStanding(stake, status, scene);
  const deactivationEpoch =
    delegation === undefined || delegation.deactivationEpoch === NOT_DEACTIVATED
      ? undefined
      : delegation.deactivationEpoch;
  return {
    strategy: 'sol-native-stake',
    id: address,
    stakeAccount: address,
    voteAccount: delegation?.voteAccount ?? null,
    isOurValidator: standing.isOurs,
    state: standing.state,
    value: toQuantity('SOL', lamports),
    parts: {
      delegated: String(delegation?.stake ?? 0n),
      effective: String(status.effective),
      rentReserve: String(standing.reserve),
      surplus: String(standing.surplus),
    },
    authorities: { ...authorities, lockup: standing.isLocked ? printLockup(account) : null },
    activationEpoch: delegation === undefined ? null : String(delegation.activationEpoch),
    deactivationEpoch: deactivationEpoch === undefined ? null : String(deactivationEpoch),
    withdrawable: toQuantity('SOL', standing.free),
    availableAt: standing.state === 'deactivating' ? findAvailable(deactivationEpoch, scene) : null,
    warnings: listWarnings(standing, deactivationEpoch, mergeables, scene),
    next: listCalls(standing, mergeables, scene),
  };
}

/** The actions that are possible with a stake account; amounts in lamports. */
type StakeStanding = ReturnType<typeof getStanding>;

// The stake program keeps back the delegation of a withdrawal, or the part of it that is still to cool down, and the rent of
// now, whatever it was when the account was opened.
function getStanding(stake: HeldStake, status: StakeStatus, scene: StakeScene) {
  const { account, lamports } = stake;
  const { authorities, delegation } = account;
  const isLocked = isLockupInForce(account, scene);
  const isWithdrawer = authorities.withdrawer === scene.wallet;
  const state = getState(account, status, scene);
  const isOver = state === 'withdrawable' || state === 'undelegated';
  const staked = delegation === undefined || isOver ? 0n : delegation.stake;
  const kept = state === 'deactivating' ? status.effective : staked;
  const unlocked = isOver ? lamports : less(lamports, scene.rent + kept);
  const undelegated = less(lamports, delegation?.stake ?? 0n);
  const reserve = undelegated < scene.rent ? undelegated : scene.rent;
  return {
    ...stake,
    state,
    isLocked,
    isWithdrawer,
    isStaker: authorities.staker === scene.wallet,
    isOurs: delegation?.voteAccount === scene.voteAccount,
    /** The withdrawer can take so much now. */
    free: isWithdrawer && !isLocked && !scene.isPaying ? unlocked : 0n,
    /** The part of the rent that is there beside the delegation. */
    reserve,
    /** Neither delegated nor reserve. */
    surplus: undelegated - reserve,
  };
}

function getState(
  { delegation }: StakeAccount,
  { effective, activating }: StakeStatus,
  { epoch }: StakeScene,
): StakePosition['state'] {
  if (delegation === undefined) return 'undelegated';
  if (delegation.deactivationEpoch <= epoch) return effective > 0n ? 'deactivating' : 'withdrawable';
  return activating > 0n || effective < delegation.stake ? 'activating' : 'active';
}

/** Latest time that a date of JavaScript can be. */
const LAST_SECOND = 8_640_000_000_000n;

function printLockup({ lockup }: StakeAccount): StakePosition['authorities']['lockup'] {
  const { epoch, unixTimestamp, custodian } = lockup;
  const isDate = unixTimestamp > 0n && unixTimestamp <= LAST_SECOND;
  const time = isDate ? new Date(Number(unixTimestamp) * 1_000).toISOString() : null;
  return { epoch: String(epoch), time, custodian };
}

// Most stake has cooled down when its epoch ends. It takes longer when much of the cluster's stake leaves at once, which cannot
// be predicted.
function findAvailable(deactivationEpoch: bigint | undefined, { epoch, epochEnd }: StakeScene): AvailableAt {
  return { epoch: String(epoch + 1n), ...(deactivationEpoch === epoch && epochEnd) };
}

function listWarnings(
  { account, state, isStaker, isWithdrawer, isLocked, isOurs, surplus }: StakeStanding,
  deactivationEpoch: bigint | undefined,
  others: readonly Address[],
  { isPaying, isDelinquent }: StakeScene,
): PositionWarning[] {
  const isStaked = state === 'active' || state === 'activating';
  const { staker, withdrawer } = account.authorities;
  const isIdle = state === 'withdrawable' && deactivationEpoch !== undefined;
  const which = others.length === 1 ? 'another stake account' : `${others.length} other stake accounts`;
  const named = `${others.slice(0, MAX_MERGED).join(', ')}${others.length > MAX_MERGED ? ', …' : ''}`;
  const warnings: readonly (readonly [holds: boolean, code: PositionWarning['code'], detail: string])[] = [
    [isLocked, 'LOCKUP_IN_FORCE', 'A lockup is in force: nothing can be withdrawn without its custodian.'],
    [!isStaker, 'NOT_STAKER', `Only ${staker} can deactivate this account.`],
    [
      !isWithdrawer,
      'NOT_WITHDRAWER',
      `Only ${withdrawer} can withdraw from this account: what it holds is not this wallet's to take.`,
    ],
    [isStaked && !isOurs, 'OTHER_VALIDATOR', 'Delegated to another validator.'],
    [
      isStaked && isOurs && isDelinquent === true,
      'VALIDATOR_DELINQUENT',
      'The validator does not vote at present: the stake earns nothing until it does.',
    ],
    [isIdle, 'IDLE_SINCE_EPOCH', `Earns nothing since epoch ${deactivationEpoch} ended.`],
    [
      isStaked && surplus > 0n,
      'SURPLUS_NOT_EARNING',
      `${surplus} lamports are not delegated and earn nothing.`,
    ],
    [others.length > 0, 'MERGEABLE_WITH', `Can be merged with ${which} of the same validator: ${named}.`],
    [
      isPaying,
      'REWARDS_BEING_PAID',
      'The ledger is paying the rewards of the last epoch: no stake account can be changed for some minutes.',
    ],
  ];
  return warnings.flatMap(([holds, code, detail]) => (holds ? [{ code, detail }] : []));
}

/**
 * Groups the stake accounts that only the wallet controls by validator and state; grouping scales to thousands of accounts.
 */
function groupMergeable(stakes: readonly HeldStake[], scene: StakeScene) {
  const keys = new Map(stakes.map(({ address, account }) => [address, nameGroup(account, scene)]));
  const groups = Map.groupBy(keys.keys(), (address) => keys.get(address));
  return (address: Address): readonly Address[] => {
    const key = keys.get(address);
    return key === undefined ? [] : (groups.get(key) ?? []).filter((other) => other !== address);
  };
}

/**
 * Returns the group of an account; accounts of one group can be merged. Undefined when it cannot be merged or should be
 * withdrawn.
 */
function nameGroup(account: StakeAccount, scene: StakeScene): string | undefined {
  const { authorities, delegation, lockup } = account;
  const state = getMergeState(account, scene);
  const isOwn = authorities.staker === scene.wallet && authorities.withdrawer === scene.wallet;
  if (!isOwn || delegation === undefined || (state !== 'active' && state !== 'activating')) return undefined;
  const lock = isLockupInForce(account, scene)
    ? `${lockup.epoch} ${lockup.unixTimestamp} ${lockup.custodian}`
    : 'unlocked';
  return `${state} ${delegation.voteAccount} ${lock}`;
}

/** Lists the calls that the wallet can make now for a stake account; those that take nothing out stand in the middle. */
function listCalls(
  standing: StakeStanding,
  mergeables: readonly Address[],
  scene: StakeScene,
): SuggestedCall[] {
  const { address: stakeAccount, state, isStaker, isWithdrawer, isLocked, isOurs, free, lamports } = standing;
  const { wallet, epoch, isPaying } = scene;
  if (isPaying) return [];
  const isStaked = state === 'active' || state === 'activating';
  // The pool accepts only stake that is wholly active, with its validator, from a wallet that holds both authorities.
  const canSell = state === 'active' && isOurs && isStaker && isWithdrawer && !isLocked;
  const canTakePart = free > 0n && free < lamports && free <= BigInt(Number.MAX_SAFE_INTEGER);
  const unstake = { strategy: 'sol-native-stake', wallet, stakeAccount };
  const own = { wallet, stakeAccount };
  const calls: (SuggestedCall | false)[] = [
    isStaked &&
      isStaker &&
      printCall('unstake', describeDeactivation(standing, epoch), { ...unstake, kind: 'deactivate' }),
    suggestHalf(standing, scene),
    suggestMerge(standing, mergeables, scene),
    canSell &&
      printCall('unstake', 'Exit at once: the router takes the whole account and pays SOL.', {
        ...unstake,
        kind: 'instant',
      }),
    free > 0n &&
      free === lamports &&
      printCall('withdraw', 'Withdraw everything, which closes the account.', own),
    canTakePart &&
      printCall('withdraw', 'Withdraw what is neither delegated nor reserve.', {
        ...own,
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
  { wallet, minimumDelegation, rent }: StakeScene,
): SuggestedCall | false {
  const { account, address: stakeAccount, state, isStaker, isWithdrawer, isLocked, reserve } = standing;
  const { stake: delegated } = account.delegation ?? {};
  const isWorking = state === 'active' || state === 'activating';
  if (!(isWorking && isStaker && isWithdrawer) || isLocked || reserve < rent) return false;
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
  mergeables: readonly Address[],
  { wallet }: StakeScene,
): SuggestedCall | false {
  const from = mergeables.slice(0, MAX_MERGED);
  const which = from.length === 1 ? 'the other account' : `${from.length} other accounts`;
  return (
    from.length > 0 &&
    printCall('merge', `Merge ${which} of the same validator into this one.`, { wallet, into, from })
  );
}
