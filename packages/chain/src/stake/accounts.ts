import { hash } from 'node:crypto';
import { type Address, isSolanaError } from '@solana/kit';
import { getStakeStateAccountDecoder, STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import { toAddressBytes } from '#address';

const STAKE_STATE = getStakeStateAccountDecoder();

export type StakeAccount = {
  /** The keys that may delegate and deactivate, and withdraw. */
  readonly authorities: { readonly staker: Address; readonly withdrawer: Address };
  /** In force until both have passed: Unix seconds and epoch. */
  readonly lockup: { readonly unixTimestamp: bigint; readonly epoch: bigint; readonly custodian: Address };
  /** Undefined for an account that was never delegated. */
  readonly delegation:
    | (DelegatedStake & { readonly voteAccount: Address; readonly creditsObserved: bigint })
    | undefined;
};

/**
 * Decodes a stake account, save for the reserve that `Meta` states: since release 5 the stake program writes what rent once was
 * and goes by the rent of now.
 *
 * @param data - of an account that the stake program owns.
 * @returns undefined for an account that is not set up, and for bytes that are no stake account.
 */
export function decodeStakeAccount(data: Uint8Array): StakeAccount | undefined {
  const state = decodeState(data);
  if (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized') return undefined;
  const [{ authorized, lockup }] = state.fields;
  const { staker, withdrawer } = authorized;
  return {
    authorities: { staker, withdrawer },
    lockup,
    delegation: state.__kind === 'Stake' ? readDelegation(state.fields[1]) : undefined,
  };
}

type StakeState = ReturnType<ReturnType<typeof getStakeStateAccountDecoder>['decode']>['state'];
type Stake = Extract<StakeState, { __kind: 'Stake' }>['fields'][1];

function readDelegation({ delegation, creditsObserved }: Stake): StakeAccount['delegation'] {
  const { voterPubkey, stake, activationEpoch, deactivationEpoch } = delegation;
  return { voteAccount: voterPubkey, stake, activationEpoch, deactivationEpoch, creditsObserved };
}

function decodeState(data: Uint8Array): StakeState | undefined {
  try {
    return STAKE_STATE.decode(data).state;
  } catch (error) {
    if (isSolanaError(error)) return undefined;
    throw error;
  }
}

const STAKE_PROGRAM = toAddressBytes(STAKE_PROGRAM_ADDRESS);

/**
 * Derives the address of a stake account from its wallet and a seed: `Pubkey::create_with_seed`.
 *
 * @param seed - at most 32 bytes, the UTF-8 of a text.
 * @returns 32 bytes.
 */
export function deriveStakeAccount(wallet: Uint8Array, seed: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([wallet, seed, STAKE_PROGRAM]), 'buffer');
}

/** The state that the stake program goes by: `changing` while a part of the delegation warms up or cools down. */
export type MergeState = 'inactive' | 'activating' | 'active' | 'changing';

/** An obstacle to a merge of two stake accounts: one of them is changing, or they differ in something. */
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

export function getMergeState({ delegation }: StakeAccount, { epoch, history }: MergeMoment): MergeState {
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
function hasFittingLockup(into: StakeAccount, from: StakeAccount, moment: MergeMoment): boolean {
  const [lockup, other] = [into.lockup, from.lockup];
  const isSame =
    lockup.unixTimestamp === other.unixTimestamp &&
    lockup.epoch === other.epoch &&
    lockup.custodian === other.custodian;
  return isSame || !(isLockupInForce(into, moment) || isLockupInForce(from, moment));
}

/** Checks whether nothing can be withdrawn from a stake account without its custodian. */
export function isLockupInForce(
  { lockup }: StakeAccount,
  { epoch, now }: { readonly epoch: bigint; readonly now: bigint },
): boolean {
  return lockup.epoch > epoch || lockup.unixTimestamp > now;
}

/** `deactivationEpoch` of a delegation nobody has asked to end. */
export const NOT_DEACTIVATED = 2n ** 64n - 1n;

/** The numbers that decide the phases of a delegation: lamports, and epochs as the account holds them. */
export type DelegatedStake = {
  readonly stake: bigint;
  readonly activationEpoch: bigint;
  readonly deactivationEpoch: bigint;
};

/** Part of the cluster's effective stake that may warm up or cool down in one epoch. */
const RATE = 0.09;

/** Lamports of stake in each phase; `activating` is not part of `effective`, `deactivating` is. */
export type StakeStatus = {
  readonly effective: bigint;
  readonly activating: bigint;
  readonly deactivating: bigint;
};

/** The cluster's stake in a past epoch, or undefined when nobody remembers. */
export type FindStakeHistory = (epoch: bigint) => StakeStatus | undefined;

/**
 * The phases of a delegation in an epoch, in lamports, rounded down.
 *
 * The rule of `Delegation::stake_activating_and_deactivating` (solana-stake-interface).
 */
export function getStakeStatus(
  delegation: DelegatedStake,
  epoch: bigint,
  history: FindStakeHistory,
): StakeStatus {
  const { effective, activating } = warmUp(delegation, epoch, history);
  if (epoch < delegation.deactivationEpoch) return { effective, activating, deactivating: 0n };
  if (epoch === delegation.deactivationEpoch) {
    return { effective, activating: 0n, deactivating: effective };
  }
  const remaining = coolDown(effective, delegation.deactivationEpoch, epoch, history);
  return { effective: remaining, activating: 0n, deactivating: remaining };
}

export function addStakeStatus(left: StakeStatus, right: StakeStatus): StakeStatus {
  return {
    effective: left.effective + right.effective,
    activating: left.activating + right.activating,
    deactivating: left.deactivating + right.deactivating,
  };
}

function warmUp(
  { stake, activationEpoch, deactivationEpoch }: DelegatedStake,
  epoch: bigint,
  history: FindStakeHistory,
): { effective: bigint; activating: bigint } {
  const bootstrap = activationEpoch === NOT_DEACTIVATED;
  if (bootstrap) return { effective: stake, activating: 0n };
  if (activationEpoch === deactivationEpoch) return { effective: 0n, activating: 0n };
  if (epoch === activationEpoch) return { effective: 0n, activating: stake };
  if (epoch < activationEpoch) return { effective: 0n, activating: 0n };
  if (history(activationEpoch) === undefined) return { effective: stake, activating: 0n };

  let effective = 0n;
  for (let past = activationEpoch; past < epoch && past < deactivationEpoch; past += 1n) {
    const cluster = history(past);
    if (cluster === undefined || cluster.activating === 0n) break;
    effective += step(stake - effective, cluster.activating, cluster.effective);
    if (effective >= stake) return { effective: stake, activating: 0n };
  }
  return { effective, activating: stake - effective };
}

function coolDown(
  effective: bigint,
  deactivationEpoch: bigint,
  epoch: bigint,
  history: FindStakeHistory,
): bigint {
  if (history(deactivationEpoch) === undefined) return 0n;
  let remaining = effective;
  for (let past = deactivationEpoch; past < epoch; past += 1n) {
    const cluster = history(past);
    if (cluster === undefined || cluster.deactivating === 0n) break;
    remaining -= step(remaining, cluster.deactivating, cluster.effective);
    if (remaining <= 0n) return 0n;
  }
  return remaining;
}

/**
 * Computes this stake's share of the lamports that the cluster may activate or deactivate in one epoch, at least one.
 *
 * In doubles and in the order of the program, whose roundings an integer formula misses by lamports.
 */
function step(own: bigint, moving: bigint, clusterEffective: bigint): bigint {
  const weight = Number(own) / Number(moving);
  const share = BigInt(Math.trunc(weight * (Number(clusterEffective) * RATE)));
  return share > 1n ? share : 1n;
}
