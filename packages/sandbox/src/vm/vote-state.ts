import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from './blocks.ts';

/** Bytes of a vote account. */
export const VOTE_STATE_SIZE = 3762;

/** Credits of a vote that lands in the next slot (SIMD-0033). */
const CREDITS_PER_SLOT = 16n;
/** Epochs of credits a vote account remembers: `MAX_EPOCH_CREDITS_HISTORY`. */
const EPOCHS_OF_CREDITS = 64n;
/** Votes that are not rooted yet: `MAX_LOCKOUT_HISTORY`. */
const VOTES = 31;
const PRIOR_VOTERS = 32;
/** `VoteStateVersions::V3`, which every client in use can read. */
const VERSION = 2;

/** A validator that votes on every slot. */
export type Validator = {
  readonly voteAccount: Address;
  /** Identity that pays for its votes. */
  readonly node: Address;
  readonly authorizedVoter: Address;
  readonly authorizedWithdrawer: Address;
  /** Percent of rewards it keeps. */
  readonly commission: number;
};

/** The credits of a validator at the end of an epoch and at its start. */
export type EpochCredits = { readonly epoch: bigint; readonly credits: bigint; readonly previous: bigint };

/** Computes the credits that a validator has earned before `slot`, having voted for every slot since genesis. */
export function creditsAt(slot: bigint): bigint {
  return slot * CREDITS_PER_SLOT;
}

/** Lists the credits that a vote account remembers at a slot, oldest epoch first. */
export function epochCreditsAt(slot: bigint): EpochCredits[] {
  const current = getEpoch(slot);
  return Array.from({ length: Number(EPOCHS_OF_CREDITS) }, (_, index) => {
    const epoch = current - EPOCHS_OF_CREDITS + 1n + BigInt(index);
    const end = epoch === current ? slot : getFirstSlot(epoch) + SLOTS_PER_EPOCH;
    return { epoch, credits: creditsAt(end), previous: creditsAt(getFirstSlot(epoch)) };
  });
}

/** Describes the state of a vote account that has voted for every slot up to `tip`; the last vote is of `unixSeconds`. */
export function describeVoteState(validator: Validator, tip: bigint, unixSeconds: bigint) {
  return {
    nodePubkey: validator.node,
    authorizedWithdrawer: validator.authorizedWithdrawer,
    commission: validator.commission,
    votes: Array.from({ length: VOTES }, (_, index) => ({
      latency: 1,
      slot: tip - BigInt(VOTES - 1 - index),
      confirmationCount: VOTES - index,
    })),
    rootSlot: tip - BigInt(VOTES),
    authorizedVoters: [{ epoch: getEpoch(tip), authorizedVoter: validator.authorizedVoter }],
    epochCredits: epochCreditsAt(tip),
    lastTimestamp: { slot: tip, timestamp: unixSeconds },
  };
}

/**
 * Encodes a vote account that has voted for every slot up to `tip` (`VoteStateV3`, bincode).
 *
 * @param unixSeconds - time of the last vote.
 */
export function encodeVoteState(validator: Validator, tip: bigint, unixSeconds: bigint): Uint8Array {
  const bytes = Buffer.alloc(VOTE_STATE_SIZE);
  let offset = 0;
  const u8 = (value: number): void => {
    offset = bytes.writeUInt8(value, offset);
  };
  const u32 = (value: number): void => {
    offset = bytes.writeUInt32LE(value, offset);
  };
  const u64 = (value: bigint): void => {
    offset = bytes.writeBigUInt64LE(value, offset);
  };
  const key = (value: Address): void => {
    bytes.set(toAddressBytes(value), offset);
    offset += 32;
  };
  const state = describeVoteState(validator, tip, unixSeconds);
  u32(VERSION);
  key(state.nodePubkey);
  key(state.authorizedWithdrawer);
  u8(state.commission);
  u64(BigInt(VOTES));
  for (const { latency, slot, confirmationCount } of state.votes) {
    u8(latency);
    u64(slot);
    u32(confirmationCount);
  }
  u8(1);
  u64(state.rootSlot);
  u64(BigInt(state.authorizedVoters.length));
  for (const { epoch, authorizedVoter } of state.authorizedVoters) {
    u64(epoch);
    key(authorizedVoter);
  }
  offset += PRIOR_VOTERS * 48;
  u64(BigInt(PRIOR_VOTERS - 1));
  u8(1);
  u64(BigInt(state.epochCredits.length));
  for (const { epoch, credits, previous } of state.epochCredits) {
    u64(epoch);
    u64(credits);
    u64(previous);
  }
  u64(tip);
  u64(unixSeconds);
  return bytes;
}
