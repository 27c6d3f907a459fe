import type { Address } from '@solana/kit';
import { getAddressEncoder } from '@staking-agent/chain/address';
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

const addressEncoder = getAddressEncoder();

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

/** Credits at the end of an epoch and at its start. */
export type EpochCredits = { readonly epoch: bigint; readonly credits: bigint; readonly previous: bigint };

/** Credits a validator has earned before `slot`, having voted for every slot since genesis. */
export function creditsAt(slot: bigint): bigint {
  return slot * CREDITS_PER_SLOT;
}

/** The credits a vote account remembers at a slot, oldest epoch first. */
export function epochCreditsAt(slot: bigint): EpochCredits[] {
  const current = getEpoch(slot);
  return Array.from({ length: Number(EPOCHS_OF_CREDITS) }, (_, index) => {
    const epoch = current - EPOCHS_OF_CREDITS + 1n + BigInt(index);
    const end = epoch === current ? slot : getFirstSlot(epoch) + SLOTS_PER_EPOCH;
    return { epoch, credits: creditsAt(end), previous: creditsAt(getFirstSlot(epoch)) };
  });
}

/**
 * The bytes of a vote account that has voted for every slot up to `tip` (`VoteStateV3`, bincode).
 *
 * @param unixSeconds - time of the last vote.
 */
export function encodeVoteState(validator: Validator, tip: bigint, unixSeconds: bigint): Uint8Array {
  const bytes = new Uint8Array(VOTE_STATE_SIZE);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  const u8 = (value: number): void => view.setUint8(offset++, value);
  const u32 = (value: number): void => {
    view.setUint32(offset, value, true);
    offset += 4;
  };
  const u64 = (value: bigint): void => {
    view.setBigUint64(offset, value, true);
    offset += 8;
  };
  const key = (value: Address): void => {
    bytes.set(addressEncoder.encode(value), offset);
    offset += 32;
  };

  u32(VERSION);
  key(validator.node);
  key(validator.authorizedWithdrawer);
  u8(validator.commission);
  u64(BigInt(VOTES));
  for (let confirmations = VOTES; confirmations > 0; confirmations -= 1) {
    u8(1);
    u64(tip - BigInt(confirmations - 1));
    u32(confirmations);
  }
  u8(1);
  u64(tip - BigInt(VOTES));
  u64(1n);
  u64(getEpoch(tip));
  key(validator.authorizedVoter);
  offset += PRIOR_VOTERS * 48;
  u64(BigInt(PRIOR_VOTERS - 1));
  u8(1);
  const credits = epochCreditsAt(tip);
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
