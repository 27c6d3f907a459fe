import {
  getStakeStatus,
  isLockupInForce,
  NOT_DEACTIVATED,
  type StakeAccount,
  type StakeStatus,
} from '@staking-agent/chain/stake';
import { type AvailableAt, MAX_MERGED, type PositionWarning, type StakePosition } from '@staking-agent/wire';
import { toQuantity } from '../runtime/to-quantity.ts';
import { listStakeCalls } from './list-stake-calls.ts';
import type { HeldStake, StakeScene, StakeStanding } from './stake-standing.ts';

/** Describes one stake account as a position. */
export function describeStake(stake: HeldStake, scene: StakeScene): StakePosition {
  const { account, address, lamports } = stake;
  const { delegation, authorities, rentReserve } = account;
  const status = getStatus(account, scene);
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
      rentReserve: String(rentReserve),
      surplus: String(standing.surplus),
    },
    authorities: { ...authorities, lockup: standing.isLocked ? printLockup(account) : null },
    activationEpoch: delegation === undefined ? null : String(delegation.activationEpoch),
    deactivationEpoch: deactivationEpoch === undefined ? null : String(deactivationEpoch),
    withdrawable: toQuantity('SOL', standing.free),
    availableAt: standing.state === 'deactivating' ? findAvailable(deactivationEpoch, scene) : null,
    warnings: listWarnings(standing, deactivationEpoch, scene),
    next: listStakeCalls(standing, scene),
  };
}

const NO_STAKE: StakeStatus = { effective: 0n, activating: 0n, deactivating: 0n };

function getStatus({ delegation }: StakeAccount, { epoch, history }: StakeScene): StakeStatus {
  return delegation === undefined ? NO_STAKE : getStakeStatus(delegation, epoch, history);
}

/** What the stake program keeps back of a withdrawal is the delegation, or what of it is still to cool down. */
function getStanding(stake: HeldStake, status: StakeStatus, scene: StakeScene): StakeStanding {
  const { account, lamports } = stake;
  const { authorities, delegation, rentReserve } = account;
  const isLocked = isLockupInForce(account, scene);
  const isWithdrawer = authorities.withdrawer === scene.wallet;
  const state = getState(account, status, scene);
  const isOver = state === 'withdrawable' || state === 'undelegated';
  const staked = delegation === undefined || isOver ? 0n : delegation.stake;
  const kept = state === 'deactivating' ? status.effective : staked;
  const over = lamports - rentReserve - kept;
  const unlocked = isOver ? lamports : over > 0n ? over : 0n;
  const surplus = lamports - rentReserve - (delegation?.stake ?? 0n);
  return {
    ...stake,
    state,
    isLocked,
    isWithdrawer,
    isStaker: authorities.staker === scene.wallet,
    isOurs: delegation?.voteAccount === scene.voteAccount,
    free: isWithdrawer && !isLocked && !scene.isPaying ? unlocked : 0n,
    surplus: surplus > 0n ? surplus : 0n,
  };
}

function getState(
  { delegation }: StakeAccount,
  { effective, activating }: StakeStatus,
  { epoch }: StakeScene,
): StakeStanding['state'] {
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

/** Most stake has cooled down when its epoch ends. It takes longer when much of the cluster's stake leaves at once; how long cannot be predicted. */
function findAvailable(deactivationEpoch: bigint | undefined, { epoch, epochEnd }: StakeScene): AvailableAt {
  return { epoch: String(epoch + 1n), ...(deactivationEpoch === epoch && epochEnd) };
}

function listWarnings(
  { account, address, state, isStaker, isWithdrawer, isLocked, isOurs, surplus }: StakeStanding,
  deactivationEpoch: bigint | undefined,
  { isPaying, isDelinquent, mergeable }: StakeScene,
): PositionWarning[] {
  const others = mergeable(address);
  const isStaked = state === 'active' || state === 'activating';
  const warnings: (PositionWarning | false)[] = [
    isLocked && {
      code: 'LOCKUP_IN_FORCE',
      detail: 'A lockup is in force: nothing can be withdrawn without its custodian.',
    },
    !isStaker && {
      code: 'NOT_STAKER',
      detail: `Only ${account.authorities.staker} can deactivate this account.`,
    },
    !isWithdrawer && {
      code: 'NOT_WITHDRAWER',
      detail: `Only ${account.authorities.withdrawer} can withdraw from this account: what it holds is not this wallet's to take.`,
    },
    isStaked && !isOurs && { code: 'OTHER_VALIDATOR', detail: 'Delegated to a validator of somebody else.' },
    isStaked &&
      isOurs &&
      isDelinquent === true && {
        code: 'VALIDATOR_DELINQUENT',
        detail: 'The validator does not vote at present: the stake earns nothing until it does.',
      },
    state === 'withdrawable' &&
      deactivationEpoch !== undefined && {
        code: 'IDLE_SINCE_EPOCH',
        detail: `Earns nothing since epoch ${deactivationEpoch} ended.`,
      },
    isStaked &&
      surplus > 0n && {
        code: 'SURPLUS_NOT_EARNING',
        detail: `${surplus} lamports are not delegated and earn nothing.`,
      },
    others.length > 0 && {
      code: 'MERGEABLE_WITH',
      detail: `Can be merged with ${others.length === 1 ? 'another stake account' : `${others.length} other stake accounts`} of the same validator: ${others.slice(0, MAX_MERGED).join(', ')}${others.length > MAX_MERGED ? ', …' : ''}.`,
    },
    isPaying && {
      code: 'REWARDS_BEING_PAID',
      detail:
        'The ledger is paying the rewards of the last epoch: no stake account can be changed for some minutes.',
    },
  ];
  return warnings.filter((warning) => warning !== false);
}
