import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from './blocks.ts';

/** Bytes of a vote account. */
const VOTE_STATE_SIZE = 3762;

/** Credits of a vote that lands in the next slot (SIMD-0033). */
const CREDITS_PER_SLOT = 16n;
/** Epochs of credits a vote account remembers: `MAX_EPOCH_CREDITS_HISTORY`. */
const EPOCHS_OF_CREDITS = 64n;
/** Votes that are not rooted yet: `MAX_LOCKOUT_HISTORY`. */
const VOTES = 31;
/** Slots after which each vote has landed. */
const LATENCY = 1;
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

/** Computes the credits that a validator has earned before `slot`, having voted for every slot since genesis. */
export function creditsAt(slot: bigint): bigint {
  return slot * CREDITS_PER_SLOT;
}

/** Lists the credits that a vote account remembers at a slot, at the end of each epoch and at its start, oldest epoch first. */
export function epochCreditsAt(slot: bigint) {
  const current = getEpoch(slot);
  return Array.from({ length: Number(EPOCHS_OF_CREDITS) }, (_, index) => {
    const epoch = current - EPOCHS_OF_CREDITS + 1n + BigInt(index);
    const end = epoch === current ? slot : getFirstSlot(epoch) + SLOTS_PER_EPOCH;
    return { epoch, credits: creditsAt(end), previous: creditsAt(getFirstSlot(epoch)) };
  });
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
  const credits = epochCreditsAt(tip);
  u32(VERSION);
  key(validator.node);
  key(validator.authorizedWithdrawer);
  u8(validator.commission);
  u64(BigInt(VOTES));
  for (let count = VOTES; count > 0; count -= 1) {
    u8(LATENCY);
    u64(tip - BigInt(count - 1));
    u32(count);
  }
  // The newest slot that is rooted.
  u8(1);
  u64(tip - BigInt(VOTES));
  u64(1n);
  u64(getEpoch(tip));
  key(validator.authorizedVoter);
  offset += PRIOR_VOTERS * 48;
  u64(BigInt(PRIOR_VOTERS - 1));
  u8(1);
  u64(BigInt(credits.length));
  for (const { epoch, credits: end, previous } of credits) {
    u64(epoch);
    u64(end);
    u64(previous);
  }
  u64(tip);
  u64(unixSeconds);
  return bytes;
}
